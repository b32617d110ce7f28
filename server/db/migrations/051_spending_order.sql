-- What ends first is spent first.

-- A user's lots with credit in the order in which they are spent, which stands here alone: by their ends, and of equal
-- ends bonus before what was bought. Lots that have ended are thereby first: they only keep what an open hold has reserved.
create function credit_spending_order(p_user uuid) returns table (id uuid, remaining bigint, place bigint)
language sql stable as $$
  select id, remaining, row_number() over (order by expires_at nulls last, kind <> 'bonus', created_at, id)
  from credit_lots where user_id = p_user and not is_empty and remaining > 0
$$;

-- As it was in 020, in this order.
create or replace function credit_book(
  p_user uuid, p_charge uuid, p_application uuid, p_api_key uuid, p_hold uuid, p_amount bigint, p_freed bigint,
  p_reason text, p_usage jsonb, p_key text, p_hash bytea, p_entries bigint, p_zone text, p_at timestamptz,
  inout balance bigint, inout held bigint, out owed bigint)
language plpgsql as $$
declare taken bigint; parts integer; debt uuid; cause text := 'charge:' || p_charge;
begin
  with spendable as (
    select id, place, remaining, sum(remaining) over (order by place) - remaining as before
    from credit_spending_order(p_user)
  ), part as (
    select id, place, before, least(remaining, p_amount - before)::bigint as amount
    from spendable where before < p_amount
  ), emptied as (
    update credit_lots lot set remaining = lot.remaining - part.amount
    from part where lot.user_id = p_user and lot.id = part.id
  ), entry as (
    insert into credit_ledger (id, user_id, position, type, delta, balance_after, lot_id, idempotency_key, actor,
      reason, created_at, charge_id)
    select gen_random_uuid(), p_user, p_entries + place, 'consume', -amount, balance - before - amount, id,
      cause || case place when 1 then '' else '#' || place end, 'user', p_reason, p_at, p_charge from part
  )
  select coalesce(sum(amount), 0), count(*) into taken, parts from part;
  owed := p_amount - taken;
  balance := balance - p_amount;
  held := held - p_freed;
  if owed > 0 then
    insert into credit_lots (id, user_id, kind, granted, remaining, created_at)
      values (gen_random_uuid(), p_user, 'debt', 0, -owed, p_at)
      on conflict (user_id) where kind = 'debt' do update set remaining = credit_lots.remaining + excluded.remaining
      returning id into debt;
    parts := parts + 1;
    insert into credit_ledger (id, user_id, position, type, delta, balance_after, lot_id, idempotency_key, actor,
      reason, created_at, charge_id)
    values (gen_random_uuid(), p_user, p_entries + parts, 'consume', -owed, balance, debt,
      cause || case parts when 1 then '' else '#' || parts end, 'user', p_reason, p_at, p_charge);
  end if;
  update credit_accounts account set balance = credit_book.balance, held = credit_book.held, entries = p_entries + parts
    where account.user_id = p_user;
  insert into credit_charges (user_id, id, application_id, api_key_id, hold_id, amount, owed, reason, usage, position,
    entries, created_at)
  values (p_user, p_charge, p_application, p_api_key, p_hold, p_amount, owed, p_reason, p_usage, p_entries + 1, parts, p_at);
  insert into credit_requests (user_id, application_id, idempotency_key, request_hash, object_id)
    values (p_user, p_application, p_key, p_hash, p_charge);
  insert into credit_usage_days as usage_day (user_id, day, application_id, api_key_id, charged, charges)
    values (p_user, (p_at at time zone p_zone)::date, p_application,
      coalesce(p_api_key, '00000000-0000-0000-0000-000000000000'), p_amount, 1)
    on conflict (user_id, day, application_id, api_key_id) do update
      set charged = usage_day.charged + excluded.charged, charges = usage_day.charges + 1;
end $$;
