-- What a refund will take back is reserved from the moment it is asked for until the provider has answered.

create table credit_reserves (
  user_id uuid not null references credit_accounts (user_id),
  -- what it is reserved for, such as a refund
  reference uuid not null,
  amount bigint not null check (amount > 0),
  primary key (user_id, reference)
);

-- held = open holds + reserves
create function hold_reserve() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update credit_accounts set held = held + new.amount where user_id = new.user_id;
  else
    update credit_accounts set held = held - old.amount where user_id = old.user_id;
  end if;
  return null;
end $$;
create trigger credit_reserves_held after insert or delete on credit_reserves
  for each row when (current_setting('shop.is_restoring', true) is distinct from 'on') execute function hold_reserve();

-- the amount is what the published policy gave: the refund is not made once its credit has been taken
alter table refunds add column by_policy boolean not null default false;

-- Deferred, so that the refund takes its credit before the reserve ends: in between ended lots would lapse.
create function release_refund_reserve() returns trigger language plpgsql as $$
declare buyer uuid := (select user_id from orders where id = new.order_id);
begin
  perform from credit_accounts where user_id = buyer for no key update;
  delete from credit_reserves where user_id = buyer and reference = new.id;
  return null;
end $$;
create constraint trigger refunds_release_reserve after update of status on refunds deferrable initially deferred
  for each row when (old.status = 'asked' and new.status <> 'asked') execute function release_refund_reserve();

-- What may still be captured of holds that have expired, of all applications.
create function credit_late_holds(p_user uuid, p_at timestamptz) returns bigint
language sql stable as $$
  select coalesce(sum(amount), 0)::bigint from (
    select amount, expires_at from credit_holds where user_id = p_user and state = 'expired'
    union all
    -- nobody has noticed yet
    select amount, expires_at from credit_holds where user_id = p_user and state = 'open' and expires_at <= p_at
  ) late where expires_at > p_at - interval '24 hours'
$$;
