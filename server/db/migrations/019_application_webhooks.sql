-- Messages to applications. Triggers write them, so that a message is stored in the transaction that causes
-- it, whichever way that came; a job delivers each one.

alter table applications
  -- credit.low is sent when a user's balance falls below it; 0: never
  add column low_credit bigint not null default 100 check (low_credit >= 0);

create table application_messages (
  id uuid primary key,
  application_id uuid not null references applications (id),
  type text not null,
  -- names the user
  data jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'given_up')),
  tries integer not null default 0,
  last_error text,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  constraint application_messages_ended check ((state = 'waiting') = (ended_at is null))
);
create index application_messages_age on application_messages (created_at);

-- Stores a message about the user for each application that may touch the user, or for one of them.
create function tell_applications(p_user uuid, p_type text, p_facts jsonb, p_application uuid default null) returns void
language sql as $$
  with message as (
    insert into application_messages (id, application_id, type, data)
    select gen_random_uuid(), application.id, p_type, jsonb_build_object('user', p_user) || p_facts
    from applications application
    where webhook_url is not null and disabled_at is null
      and (p_application is null or application.id = p_application)
      and (is_first_party or p_type = 'grant.revoked' or exists (
        select from application_grants held
        where held.user_id = p_user and held.application_id = application.id and held.revoked_at is null))
      and (p_type = 'account.closed' or exists (select from users where id = p_user and closed_at is null))
    returning id)
  insert into jobs (id, kind, payload)
  select gen_random_uuid(), 'application-message', jsonb_build_object('id', id) from message
$$;

create function tell_of_purchase() returns trigger language plpgsql as $$
begin
  perform tell_applications(new.user_id, 'credit.purchased',
    jsonb_build_object('order', new.id, 'credit', new.credit, 'bonus', new.bonus_credit));
  return null;
end $$;
create trigger orders_tell_of_purchase after update of state on orders
  for each row when (new.state = 'paid' and old.paid_at is null) execute function tell_of_purchase();

-- By the balance and not by what is available: a hold and its release would each cross the threshold.
create function tell_of_low_credit() returns trigger language plpgsql as $$
declare application record;
begin
  for application in
    select id, low_credit from applications
    where low_credit > new.balance and low_credit <= old.balance and webhook_url is not null
  loop
    perform tell_applications(new.user_id, 'credit.low', jsonb_build_object('balance', new.balance, 'held', new.held,
      'available', new.balance - new.held, 'threshold', application.low_credit), application.id);
  end loop;
  return null;
end $$;
create trigger credit_accounts_tell_of_low_credit after update of balance on credit_accounts
  for each row when (new.balance < old.balance) execute function tell_of_low_credit();

create function tell_of_revoked_grant() returns trigger language plpgsql as $$
begin
  perform tell_applications(new.user_id, 'grant.revoked', '{}', new.application_id);
  return null;
end $$;
create trigger application_grants_tell_of_revocation after update of revoked_at on application_grants
  for each row when (old.revoked_at is null and new.revoked_at is not null) execute function tell_of_revoked_grant();

-- Keys that are revoked with their grant are not told one by one: grant.revoked says it.
create function tell_of_revoked_key() returns trigger language plpgsql as $$
begin
  perform tell_applications(new.user_id, 'key.revoked', jsonb_build_object('keyId', new.id), new.application_id);
  return null;
end $$;
create trigger api_keys_tell_of_revocation after update of revoked_at on api_keys
  for each row when (old.revoked_at is null and new.revoked_at is not null) execute function tell_of_revoked_key();

create function tell_of_closed_account() returns trigger language plpgsql as $$
begin
  perform tell_applications(new.id, 'account.closed', '{}');
  return null;
end $$;
create trigger users_tell_of_closing after update of closed_at on users
  for each row when (old.closed_at is null and new.closed_at is not null) execute function tell_of_closed_account();
