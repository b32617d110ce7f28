-- What keeps a shop going for years: an id of its own, timed jobs whose failures are counted, and an index
-- for everything that is looked for by its age.

-- One row, made at the first start and carried along by backups: a shop may be renamed, and another one may
-- bear the same name at the same payment provider.
create table shop (
  is_only boolean primary key default true check (is_only),
  id uuid not null,
  made_at timestamptz not null
);

alter table timed_jobs
  -- turns in a row that failed, and when the first of them ended
  add column failures integer not null default 0,
  add column failing_since timestamptz,
  add column succeeded_at timestamptz;

create index sessions_ending on sessions (expires_at);
create index sessions_idle on sessions (last_seen_at);
create index email_codes_ending on email_codes (expires_at);
create index reset_tokens_ending on reset_tokens (expires_at);
create index email_undos_ending on email_undos (expires_at);
create index used_captchas_ending on used_captchas (expires_at);
create index rate_limits_ending on rate_limits (expire);
create index known_devices_age on known_devices (last_login_at);
create index jobs_ended on jobs (finished_at) where state <> 'waiting';
create index alerts_age on alerts (last_at);
