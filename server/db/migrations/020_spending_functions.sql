-- What alone decides whether credit is held, charged, captured, released or extended, under the account's lock.

-- Whether lots have ended whose credit is not needed for holds: it has to expire before anything is spent.
create function credit_must_expire(p_user uuid, p_held bigint, p_at timestamptz) returns boolean
language sql as $$
  select coalesce(sum(remaining) filter (where expires_at <= p_at), 0) > greatest(0,
    p_held - coalesce(sum(remaining) filter (where expires_at is null or expires_at > p_at), 0))
  from credit_lots where user_id = p_user and not is_empty and remaining > 0
$$;

-- Ends the holds of a locked account that have expired; returns what they had reserved.
create function credit_expire_holds(p_user uuid, p_at timestamptz) returns bigint
language plpgsql as $$
declare freed bigint;
begin
  with ended as (
    update credit_holds set state = 'expired', ended_at = p_at
    where user_id = p_user and state = 'open' and expires_at <= p_at returning amount)
  select coalesce(sum(amount), 0) into freed from ended;
  if freed > 0 then
    update credit_accounts set held = held - freed where user_id = p_user;
  end if;
  return freed;
end $$;

-- Locks the account, ends its expired holds and looks the key up: 'repeat', 'key_reused', 'not_found', or null to go on.
create function credit_begin(
  p_user uuid, p_application uuid, p_key text, p_hash bytea, p_at timestamptz,
  out outcome text, out object uuid, out balance bigint, out held bigint, out entries bigint)
language plpgsql as $$
declare stored_hash bytea;
begin
  select account.balance, account.held, account.entries into balance, held, entries
    from credit_accounts account where account.user_id = p_user for no key update;
  if not found then
    -- without an account there is nothing to spend: the call will be refused
    if exists (select from users where users.id = p_user) then
      balance := 0; held := 0; entries := 0;
    else
      outcome := 'not_found';
    end if;
    return;
  end if;
  if held > 0 then held := held - credit_expire_holds(p_user, p_at); end if;
  select request.request_hash, request.object_id into stored_hash, object from credit_requests request
    where request.user_id = p_user and request.application_id = p_application and request.idempotency_key = p_key;
  if found then outcome := case when stored_hash = p_hash then 'repeat' else 'key_reused' end; end if;
end $$;

-- What may still be captured of holds that have expired: of one application, or of one of its customers' keys.
create function credit_late_holds(p_user uuid, p_application uuid, p_api_key uuid, p_at timestamptz) returns bigint
language sql as $$
  select coalesce(sum(amount), 0)::bigint from credit_holds
  where user_id = p_user and state = 'expired' and expires_at > p_at - interval '24 hours'
    and application_id = p_application and (p_api_key is null or api_key_id = p_api_key)
$$;

-- Why a new hold or charge is refused; null when it is not. `retry_at`: when the next hold frees credit, if the
-- credit is held. For an application that is not the operator's own its expired holds count as long as they may be
-- captured: it would take more than there is with holds that it lets expire.
create function credit_refusal(
  p_user uuid, p_application uuid, p_is_first_party boolean, p_amount bigint, p_api_key uuid,
  p_balance bigint, p_held bigint, p_zone text, p_at timestamptz,
  out outcome text, out retry_at timestamptz)
language plpgsql as $$
declare key_limit bigint; used bigint; late bigint := 0; today date := (p_at at time zone p_zone)::date;
begin
  if not p_is_first_party and not exists (
    select from application_grants
    where user_id = p_user and application_id = p_application and revoked_at is null) then
    outcome := 'not_found';
    return;
  end if;
  if exists (select from users where id = p_user and closed_at is not null) then outcome := 'closed'; return; end if;
  if p_api_key is not null then
    select monthly_limit into key_limit from api_keys
      where user_id = p_user and id = p_api_key and application_id = p_application and revoked_at is null;
    if not found then outcome := 'not_found'; return; end if;
    if key_limit is not null then
      select coalesce(sum(charged - reversed), 0) into used from credit_usage_days
        where user_id = p_user and application_id = p_application and api_key_id = p_api_key
          and day between date_trunc('month', today)::date and today;
      select used + coalesce(sum(amount), 0) + credit_late_holds(p_user, p_application, p_api_key, p_at) into used
        from credit_holds where user_id = p_user and state = 'open' and api_key_id = p_api_key;
      if used + p_amount > key_limit then outcome := 'key_limit'; return; end if;
    end if;
  end if;
  if credit_must_expire(p_user, p_held, p_at) then outcome := 'expire_first'; return; end if;
  if not p_is_first_party then late := credit_late_holds(p_user, p_application, null, p_at); end if;
  if p_balance - p_held - late >= p_amount then return; end if;
  if p_balance < p_amount then outcome := 'short'; return; end if;
  outcome := 'held';
  select min(expires_at) into retry_at from credit_holds where user_id = p_user and state = 'open';
  if late > 0 then
    select least(retry_at, min(expires_at) + interval '24 hours') into retry_at from credit_holds
      where user_id = p_user and state = 'expired' and expires_at > p_at - interval '24 hours'
        and application_id = p_application;
  end if;
end $$;

-- Books a charge in full: from the lots in the order of spending, the rest as debt. Ended lots come first:
-- they only hold what an open hold had reserved. `p_freed` is what its hold had reserved.
create function credit_book(
  p_user uuid, p_charge uuid, p_application uuid, p_api_key uuid, p_hold uuid, p_amount bigint, p_freed bigint,
  p_reason text, p_usage jsonb, p_key text, p_hash bytea, p_entries bigint, p_zone text, p_at timestamptz,
  inout balance bigint, inout held bigint, out owed bigint)
language plpgsql as $$
declare taken bigint; parts integer; debt uuid; cause text := 'charge:' || p_charge;
begin
  with spendable as (
    select id, remaining, sum(remaining) over spending - remaining as before, row_number() over spending as place
    from credit_lots where user_id = p_user and not is_empty and remaining > 0
    window spending as (order by (expires_at <= p_at) is true desc, kind <> 'bonus', expires_at nulls last, created_at, id)
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

-- Reserves credit. `object` is the hold; `retry_at` when the next open hold ends, if the credit is held.
create function credit_hold(
  p_user uuid, p_hold uuid, p_application uuid, p_is_first_party boolean, p_amount bigint, p_reason text, p_api_key uuid,
  p_expires_at timestamptz, p_key text, p_hash bytea, p_zone text, p_at timestamptz,
  out outcome text, out object uuid, out balance bigint, out held bigint, out retry_at timestamptz)
language plpgsql as $$
begin
  select begun.outcome, begun.object, begun.balance, begun.held into outcome, object, balance, held
    from credit_begin(p_user, p_application, p_key, p_hash, p_at) begun;
  if outcome is not null then return; end if;
  select refusal.outcome, refusal.retry_at into outcome, retry_at
    from credit_refusal(p_user, p_application, p_is_first_party, p_amount, p_api_key, balance, held, p_zone, p_at) refusal;
  if outcome is not null then return; end if;
  insert into credit_holds (user_id, id, application_id, api_key_id, amount, reason, created_at, expires_at)
    values (p_user, p_hold, p_application, p_api_key, p_amount, p_reason, p_at, p_expires_at);
  insert into credit_requests (user_id, application_id, idempotency_key, request_hash, object_id)
    values (p_user, p_application, p_key, p_hash, p_hold);
  held := held + p_amount;
  update credit_accounts account set held = credit_hold.held where account.user_id = p_user;
  outcome := 'done';
  object := p_hold;
end $$;

-- Hold and capture in one.
create function credit_charge(
  p_user uuid, p_charge uuid, p_application uuid, p_is_first_party boolean, p_amount bigint, p_reason text, p_usage jsonb,
  p_api_key uuid, p_key text, p_hash bytea, p_zone text, p_at timestamptz,
  out outcome text, out object uuid, out balance bigint, out held bigint, out owed bigint, out retry_at timestamptz)
language plpgsql as $$
declare entries bigint;
begin
  select begun.outcome, begun.object, begun.balance, begun.held, begun.entries
    into outcome, object, balance, held, entries
    from credit_begin(p_user, p_application, p_key, p_hash, p_at) begun;
  if outcome is not null then return; end if;
  select refusal.outcome, refusal.retry_at into outcome, retry_at
    from credit_refusal(p_user, p_application, p_is_first_party, p_amount, p_api_key, balance, held, p_zone, p_at) refusal;
  if outcome is not null then return; end if;
  select booked.balance, booked.held, booked.owed into balance, held, owed
    from credit_book(p_user, p_charge, p_application, p_api_key, null, p_amount, 0, p_reason, p_usage, p_key, p_hash,
      entries, p_zone, p_at, balance, held) booked;
  outcome := 'done';
  object := p_charge;
end $$;

-- Ends a hold and books what was measured; an amount of 0 releases it. A hold that has expired is captured for
-- another 24 hours. What begins with hold_ is the hold after a call that is done. 'large': more than twice the
-- hold, which needs `p_may_be_large`.
create function credit_capture(
  p_user uuid, p_charge uuid, p_application uuid, p_hold uuid, p_amount bigint, p_reason text, p_usage jsonb,
  p_may_be_large boolean, p_key text, p_hash bytea, p_zone text, p_at timestamptz,
  out outcome text, out object uuid, out balance bigint, out held bigint, out owed bigint, out hold_state text,
  out hold_amount bigint, out hold_reason text, out hold_api_key uuid, out hold_created_at timestamptz,
  out hold_expires_at timestamptz)
language plpgsql as $$
declare entries bigint; hold credit_holds; freed bigint;
begin
  select begun.outcome, begun.object, begun.balance, begun.held, begun.entries
    into outcome, object, balance, held, entries
    from credit_begin(p_user, p_application, p_key, p_hash, p_at) begun;
  if outcome is not null then return; end if;
  select * into hold from credit_holds where user_id = p_user and id = p_hold and application_id = p_application;
  if not found then outcome := 'not_found'; return; end if;
  if exists (select from users where id = p_user and closed_at is not null) then outcome := 'closed'; return; end if;
  if hold.state in ('captured', 'released') or p_at >= hold.expires_at + interval '24 hours' then
    outcome := 'hold_ended';
    return;
  end if;
  hold_state := case p_amount when 0 then 'released' else 'captured' end;
  hold_amount := hold.amount;
  hold_reason := hold.reason;
  hold_api_key := hold.api_key_id;
  hold_created_at := hold.created_at;
  hold_expires_at := hold.expires_at;
  freed := case hold.state when 'open' then hold.amount else 0 end;
  if p_amount = 0 then
    update credit_holds set state = 'released', ended_at = p_at where user_id = p_user and id = p_hold;
    held := held - freed;
    update credit_accounts account set held = credit_capture.held where account.user_id = p_user;
    insert into credit_requests (user_id, application_id, idempotency_key, request_hash, object_id)
      values (p_user, p_application, p_key, p_hash, p_hold);
    outcome := 'done';
    object := p_hold;
    return;
  end if;
  if p_amount > 2 * hold.amount and not p_may_be_large then outcome := 'large'; return; end if;
  if credit_must_expire(p_user, held, p_at) then outcome := 'expire_first'; return; end if;
  update credit_holds set state = 'captured', captured = p_amount, ended_at = p_at where user_id = p_user and id = p_hold;
  select booked.balance, booked.held, booked.owed into balance, held, owed
    from credit_book(p_user, p_charge, p_application, hold.api_key_id, p_hold, p_amount, freed,
      coalesce(p_reason, hold.reason), p_usage, p_key, p_hash, entries, p_zone, p_at, balance, held) booked;
  outcome := 'done';
  object := p_charge;
end $$;

-- Gives an open hold back.
create function credit_release(
  p_user uuid, p_application uuid, p_hold uuid, p_key text, p_hash bytea, p_at timestamptz,
  out outcome text, out object uuid, out balance bigint, out held bigint)
language plpgsql as $$
declare hold credit_holds;
begin
  select begun.outcome, begun.object, begun.balance, begun.held into outcome, object, balance, held
    from credit_begin(p_user, p_application, p_key, p_hash, p_at) begun;
  if outcome is not null then return; end if;
  select * into hold from credit_holds where user_id = p_user and id = p_hold and application_id = p_application;
  if not found then outcome := 'not_found'; return; end if;
  if hold.state in ('captured', 'released') or p_at >= hold.expires_at + interval '24 hours' then
    outcome := 'hold_ended';
    return;
  end if;
  update credit_holds set state = 'released', ended_at = p_at where user_id = p_user and id = p_hold;
  if hold.state = 'open' then held := held - hold.amount; end if;
  update credit_accounts account set held = credit_release.held where account.user_id = p_user;
  insert into credit_requests (user_id, application_id, idempotency_key, request_hash, object_id)
    values (p_user, p_application, p_key, p_hash, p_hold);
  outcome := 'done';
  object := p_hold;
end $$;

-- Moves the end of an open hold, to 24 hours after its beginning at most.
create function credit_extend(
  p_user uuid, p_application uuid, p_hold uuid, p_expires_at timestamptz, p_key text, p_hash bytea, p_at timestamptz,
  out outcome text, out object uuid, out balance bigint, out held bigint)
language plpgsql as $$
declare hold credit_holds;
begin
  select begun.outcome, begun.object, begun.balance, begun.held into outcome, object, balance, held
    from credit_begin(p_user, p_application, p_key, p_hash, p_at) begun;
  if outcome is not null then return; end if;
  select * into hold from credit_holds where user_id = p_user and id = p_hold and application_id = p_application;
  if not found then outcome := 'not_found'; return; end if;
  if hold.state <> 'open' or p_at >= hold.expires_at then outcome := 'hold_ended'; return; end if;
  update credit_holds set expires_at = greatest(expires_at, least(p_expires_at, created_at + interval '24 hours'))
    where user_id = p_user and id = p_hold;
  insert into credit_requests (user_id, application_id, idempotency_key, request_hash, object_id)
    values (p_user, p_application, p_key, p_hash, p_hold);
  outcome := 'done';
  object := p_hold;
end $$;
