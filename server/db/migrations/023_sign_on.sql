-- Sign-on: applications learn by OpenID Connect who a user is. All of it hangs on the shop's session and ends with it.

-- what signs ID tokens: the newest key; older ones verify what they signed
create table sign_on_keys (
  -- names the key in tokens
  id text primary key,
  -- encrypted under SECRET_KEY
  private_key bytea not null,
  created_at timestamptz not null
);

-- what the provider remembers: its sessions, steps of a sign-on, grants, codes and access tokens
create table sign_on_records (
  kind text not null,
  -- SHA-256 of the value that a browser or an application holds
  id_hash bytea not null,
  payload jsonb not null,
  grant_id text,
  uid text,
  session_id uuid references sessions (id) on delete cascade,
  consumed_at timestamptz,
  expires_at timestamptz not null,
  primary key (kind, id_hash),
  -- a step outlives the login that it waits for, and a visitor's session has no account; all else is of a session
  constraint sign_on_records_bound check (
    session_id is not null or (kind in ('Interaction', 'Session') and not payload ? 'accountId'))
);
create index sign_on_records_session on sign_on_records (session_id);
create index sign_on_records_grant on sign_on_records (grant_id) where grant_id is not null;
create index sign_on_records_uid on sign_on_records (uid) where uid is not null;
create index sign_on_records_expiry on sign_on_records (expires_at);

-- applications that were signed on from a session, to be told of its end
create table sign_ons (
  session_id uuid not null references sessions (id) on delete cascade,
  application_id uuid not null references applications (id),
  -- the session's name in ID tokens and notices; '' for an application that takes no notices
  sid text not null,
  user_id uuid not null references users (id),
  signed_on_at timestamptz not null,
  primary key (session_id, application_id, sid)
);
create index sign_ons_user on sign_ons (user_id, application_id);

alter table application_grants
  -- what the user agreed to
  add column scopes text[] not null default '{openid,credit}';

create function tell_of_sign_out() returns trigger language plpgsql as $$
begin
  insert into jobs (id, kind, payload)
  select gen_random_uuid(), 'sign-out-notice',
    jsonb_build_object('application', old.application_id, 'user', old.user_id, 'sid', old.sid)
  from applications where id = old.application_id and backchannel_url is not null and disabled_at is null;
  perform tell_applications(old.user_id, 'user.signed_out',
    case when old.sid = '' then '{}' else jsonb_build_object('sid', old.sid) end, old.application_id);
  return null;
end $$;
create trigger sign_ons_tell_of_sign_out after delete on sign_ons
  for each row execute function tell_of_sign_out();

-- A grant that is taken back ends what the application was signed on to by it.
create function end_sign_ons_of_grant() returns trigger language plpgsql as $$
begin
  delete from sign_on_records
  where session_id in (
      select session_id from sign_ons where user_id = new.user_id and application_id = new.application_id)
    and payload ->> 'clientId' = (select client_id from applications where id = new.application_id);
  delete from sign_ons where user_id = new.user_id and application_id = new.application_id;
  return null;
end $$;
create trigger application_grants_end_sign_ons after update of revoked_at on application_grants
  for each row when (old.revoked_at is null and new.revoked_at is not null) execute function end_sign_ons_of_grant();
