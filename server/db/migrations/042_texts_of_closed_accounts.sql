-- The texts about a customer go with the account: what operators and applications wrote stays in books and logs
-- only as long as the account is open. Amounts, times, states and who did what stay.

-- Whether an action, a request or an alert is about a closed account, one of its orders or one of its invoices.
create function is_about_closed_account(p_subject text) returns boolean language sql stable as $$
  select p_subject ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' and exists (
    select from users
    where closed_at is not null and id in (
      select p_subject::uuid
      union all select user_id from orders where id = p_subject::uuid
      union all select user_id from invoices where id = p_subject::uuid))
$$;

-- What was given to an action without the operator's text and the name of an invoice's file.
create function without_texts(p_given jsonb) returns jsonb language sql immutable as $$
  select p_given - '{reason,pdf}'::text[]
$$;

-- Three tables that refuse change let the texts of closed accounts go, and nothing else.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (select from users where id = old.user_id and is_demo) then return old; end if;
  if tg_op = 'UPDATE' and new.reason is null and to_jsonb(new) - 'reason' = to_jsonb(old) - 'reason'
    and exists (select from users where id = old.user_id and closed_at is not null) then
    return new;
  end if;
  raise exception 'the credit ledger is append-only';
end $$;

create or replace function guard_operator_action() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.outcome is null and new.outcome is not null
    and (new.id, new.operator, new.command, new.given, new.started_at, new.channel)
      = (old.id, old.operator, old.command, old.given, old.started_at, old.channel)
    and (new.subject, new.reason, new.operator_id, new.session_id, new.address, new.mark,
        new.weight_kind, new.weight, new.request_id, new.signed_by)
      is not distinct from (old.subject, old.reason, old.operator_id, old.session_id, old.address, old.mark,
        old.weight_kind, old.weight, old.request_id, old.signed_by)
  then
    return new;
  end if;
  if tg_op = 'UPDATE' and new.reason is null and new.given = without_texts(old.given)
    and to_jsonb(new) - '{reason,given}'::text[] = to_jsonb(old) - '{reason,given}'::text[]
    and is_about_closed_account(old.subject)
  then
    return new;
  end if;
  raise exception 'what the operator has done stays as it is written';
end $$;

create or replace function refuse_invoice_event_change() returns trigger language plpgsql as $$
begin
  -- the events of a demo's invoice go with it
  if tg_op = 'DELETE' and not exists (select from invoices where id = old.invoice_id) then return old; end if;
  if tg_op = 'UPDATE' and new.reason is null and to_jsonb(new) - 'reason' = to_jsonb(old) - 'reason'
    and exists (
      select from invoices i join users u on u.id = i.user_id
      where i.id = old.invoice_id and i.issued_at is null and u.closed_at is not null) then
    return new;
  end if;
  raise exception 'the history of invoices is append-only';
end $$;

-- Locks orders before the credit account, as payments and refunds do.
create function forget_texts_about(p_user uuid) returns void language plpgsql as $$
declare
  -- of operator_actions and operator_requests
  subjects text[] := array(
    select p_user::text
    union all select id::text from orders where user_id = p_user
    union all select id::text from invoices where user_id = p_user);
begin
  if not exists (select from users where id = p_user and closed_at is not null) then
    raise exception 'the account is open: its texts stay';
  end if;
  update orders set attempted_from = null where user_id = p_user and attempted_from is not null;
  -- "refund <id> of <amount> <status>: <text>" keeps its beginning
  update order_events event
  set reason = substring(event.reason from '^refund \S+ of \d+ \w+')
  from orders o
  where o.user_id = p_user and event.order_id = o.id
    and (event.reason ~ '^refund \S+ of \d+ \w+: ' or event.actor = 'operator' and event.reason !~ '^(refund|dispute) ');
  -- one without an answer is sent again as it was
  update refunds set reason = null
  from orders o
  where o.user_id = p_user and refunds.order_id = o.id and refunds.reason is not null and refunds.status <> 'asked';
  update alerts set facts = facts - 'reason'
  where facts ? 'reason' and facts ->> 'orderNo' in (select order_no from orders where user_id = p_user);

  perform from credit_accounts where user_id = p_user for no key update;
  update credit_ledger set reason = null where user_id = p_user and reason is not null;
  update credit_holds set reason = '' where user_id = p_user and reason <> '';
  update credit_charges set reason = '', usage = null where user_id = p_user and (reason <> '' or usage is not null);
  update credit_reversals set reason = '' where user_id = p_user and reason <> '';
  -- the applications' own keys; from now on their calls get ACCOUNT_CLOSED
  delete from credit_requests where user_id = p_user;

  update invoice_events event set reason = null
  from invoices i
  where i.user_id = p_user and i.issued_at is null and event.invoice_id = i.id and event.reason is not null;
  delete from operator_requests where subject = any(subjects) and outcome is null;
  update operator_requests set reason = null where subject = any(subjects) and reason is not null;
  update operator_actions
  set reason = null, given = without_texts(given)
  where subject = any(subjects) and (reason is not null or given <> without_texts(given));
end $$;

create or replace function forget_requests_about() returns trigger language plpgsql as $$
begin
  perform forget_texts_about(new.id);
  return null;
end $$;
