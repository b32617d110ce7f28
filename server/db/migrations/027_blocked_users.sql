-- Users whom the operator has blocked: they cannot log in, and nobody spends their credit anew.

-- null: not blocked. What came before stays: orders that are open are paid, holds that have begun may be captured.
alter table users add column blocked_at timestamptz;
create index users_blocked on users (id desc) where blocked_at is not null;

-- As it was in 020, and for blocked users, too.
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
