-- What a customer has stopped stops, and a key's month counts what was charged in it.

-- of the charges of this day what reversals have given back since; `reversed` counts a reversal on its own day
alter table credit_usage_days add column given_back bigint not null default 0 check (given_back >= 0);
-- For the months that keys with a limit are in: what their reversals counted for until now.
update credit_usage_days usage_day set given_back = reversed
  from api_keys key
  where key.monthly_limit is not null and usage_day.user_id = key.user_id and usage_day.api_key_id = key.id
    and usage_day.day >= current_date - 31 and usage_day.reversed > 0;

-- As it was in 027, with reversals in the month of their charge.
create or replace function credit_refusal(
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
  select case when closed_at is not null then 'closed' when blocked_at is not null then 'blocked' end
    into outcome from users where id = p_user;
  if outcome is not null then return; end if;
  if p_api_key is not null then
    select monthly_limit into key_limit from api_keys
      where user_id = p_user and id = p_api_key and application_id = p_application and revoked_at is null;
    if not found then outcome := 'not_found'; return; end if;
    if key_limit is not null then
      select coalesce(sum(charged - given_back), 0) into used from credit_usage_days
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

-- As it was in 020, but 'large' is more than the hold for an application that is not the operator's own, in any case;
-- and more than twice the hold for one that is, unless `p_may_be_large`.
create or replace function credit_capture(
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
  if p_amount > hold.amount and not exists (select from applications where id = p_application and is_first_party)
    or p_amount > 2 * hold.amount and not p_may_be_large then
    outcome := 'large';
    return;
  end if;
  if credit_must_expire(p_user, held, p_at) then outcome := 'expire_first'; return; end if;
  update credit_holds set state = 'captured', captured = p_amount, ended_at = p_at where user_id = p_user and id = p_hold;
  select booked.balance, booked.held, booked.owed into balance, held, owed
    from credit_book(p_user, p_charge, p_application, hold.api_key_id, p_hold, p_amount, freed,
      coalesce(p_reason, hold.reason), p_usage, p_key, p_hash, entries, p_zone, p_at, balance, held) booked;
  outcome := 'done';
  object := p_charge;
end $$;

-- As it was in 020, but not for an application whose grant the customer has taken back.
create or replace function credit_extend(
  p_user uuid, p_application uuid, p_hold uuid, p_expires_at timestamptz, p_key text, p_hash bytea, p_at timestamptz,
  out outcome text, out object uuid, out balance bigint, out held bigint)
language plpgsql as $$
declare hold credit_holds;
begin
  select begun.outcome, begun.object, begun.balance, begun.held into outcome, object, balance, held
    from credit_begin(p_user, p_application, p_key, p_hash, p_at) begun;
  if outcome is not null then return; end if;
  select * into hold from credit_holds where user_id = p_user and id = p_hold and application_id = p_application;
  if not found or not exists (select from applications where id = p_application and is_first_party) and not exists (
    select from application_grants
    where user_id = p_user and application_id = p_application and revoked_at is null) then
    outcome := 'not_found';
    return;
  end if;
  if hold.state <> 'open' or p_at >= hold.expires_at then outcome := 'hold_ended'; return; end if;
  update credit_holds set expires_at = greatest(expires_at, least(p_expires_at, created_at + interval '24 hours'))
    where user_id = p_user and id = p_hold;
  insert into credit_requests (user_id, application_id, idempotency_key, request_hash, object_id)
    values (p_user, p_application, p_key, p_hash, p_hold);
  outcome := 'done';
  object := p_hold;
end $$;
