-- Operators of the console: who they are, how they sign in, and who did what through which channel.

create table operators (
  id uuid primary key,
  -- in lower case
  email text not null constraint operators_email unique,
  name text not null,
  role text not null constraint operators_role check (role in ('owner', 'finance', 'support', 'viewer')),
  password_hash text,
  -- the authenticator's secret, encrypted under SECRET_KEY
  code_secret bytea,
  -- the last time step whose code was used: each code serves once
  code_step bigint not null default 0,
  created_at timestamptz not null,
  -- null: may sign in
  disabled_at timestamptz,
  -- since when role, state and ways to sign in are what they are: who joined or was changed a moment ago signs nothing
  unchanged_since timestamptz not null,
  -- a password alone signs nobody in
  constraint operators_code check ((password_hash is null) = (code_secret is null))
);

-- Somebody has to be able to invite and to disable. The lock lets two owners give up the role one after the other.
create function keep_an_owner() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('operators.owner'));
  if not exists (select from operators where role = 'owner' and disabled_at is null) then
    raise exception 'the last owner stays' using errcode = 'check_violation', constraint = 'operators_owner';
  end if;
  return null;
end $$;
create trigger operators_keep_an_owner after update on operators
  for each row when (old.role = 'owner' and old.disabled_at is null
    and (new.role <> 'owner' or new.disabled_at is not null))
  execute function keep_an_owner();

create table operator_passkeys (
  -- the credential's id as base64url
  id text primary key,
  operator_id uuid not null references operators (id),
  name text not null,
  public_key bytea not null,
  -- of signatures; 0 where the authenticator does not count
  counter bigint not null,
  transports text[] not null,
  is_synced boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index operator_passkeys_operator on operator_passkeys (operator_id);

create table operator_recovery_codes (
  -- SHA-256
  code_hash bytea primary key,
  operator_id uuid not null references operators (id)
);
create index operator_recovery_codes_operator on operator_recovery_codes (operator_id);

create table operator_invitations (
  id uuid primary key,
  -- SHA-256 of the link's token
  token_hash bytea not null unique,
  -- null: the first owner, who types it
  email text constraint operator_invitations_email unique,
  name text not null,
  role text not null constraint operator_invitations_role check (role in ('owner', 'finance', 'support', 'viewer')),
  invited_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

create table operator_sessions (
  -- SHA-256 of the cookie's token
  token_hash bytea primary key,
  id uuid not null unique,
  operator_id uuid not null references operators (id),
  -- the network address it began at: it counts only there
  address text not null,
  user_agent text not null,
  -- when the operator last showed a passkey or a code
  confirmed_at timestamptz not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null
);
create index operator_sessions_operator on operator_sessions (operator_id);

-- challenges of passkeys that were answered: each serves once
create table operator_used_challenges (
  -- SHA-256
  challenge_hash bytea primary key,
  expires_at timestamptz not null
);

-- Actions beyond an operator's daily sum: each waits for a colleague's signature.
create table operator_requests (
  id uuid primary key,
  operator_id uuid not null references operators (id),
  command text not null,
  -- what was filled in, and the preview that the operator agreed to; emptied once it is decided
  given jsonb not null,
  preview jsonb not null,
  subject text,
  reason text,
  -- the agreement to the preview: good for one request
  mark text not null constraint operator_requests_mark unique,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  -- null while it waits
  outcome text constraint operator_requests_outcome check (outcome in ('signed', 'refused', 'withdrawn')),
  decided_by uuid references operators (id),
  decided_at timestamptz,
  constraint operator_requests_decided check (
    (outcome is null) = (decided_by is null) and (outcome is null) = (decided_at is null)),
  constraint operator_requests_four_eyes check ((decided_by = operator_id) = (outcome = 'withdrawn'))
);
create index operator_requests_waiting on operator_requests (requested_at) where outcome is null;

-- A request names the customer by e-mail: it goes with the account.
create function forget_requests_about() returns trigger language plpgsql as $$
begin
  delete from operator_requests where subject = new.id::text and outcome is null;
  return null;
end $$;
create trigger users_forget_requests after update of closed_at on users
  for each row when (new.closed_at is not null and old.closed_at is null)
  execute function forget_requests_about();

alter table operator_actions
  add column channel text not null default 'terminal'
    constraint operator_actions_channel check (channel in ('terminal', 'console')),
  -- the next three: of the console
  add column operator_id uuid references operators (id),
  add column session_id uuid,
  add column address text,
  -- the agreement to a preview: good for one action
  add column mark text constraint operator_actions_mark unique,
  -- what counts towards the operator's daily sum: minor units of money, or credit
  add column weight_kind text constraint operator_actions_weight_kind check (weight_kind in ('refund', 'credit')),
  add column weight bigint constraint operator_actions_weight check (weight > 0),
  -- beyond the sum: the request and the colleague who signed it
  add column request_id uuid references operator_requests (id),
  add column signed_by uuid references operators (id),
  add constraint operator_actions_weighed check ((weight is null) = (weight_kind is null)),
  add constraint operator_actions_signed check ((request_id is null) = (signed_by is null)),
  add constraint operator_actions_four_eyes check (signed_by <> operator_id),
  add constraint operator_actions_request unique (request_id);

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
  raise exception 'what the operator has done stays as it is written';
end $$;

-- lists of the console
create index operator_actions_by_operator on operator_actions (operator, id desc);
create index operator_actions_weights on operator_actions (operator_id, weight_kind, started_at)
  where weight is not null;
create index operator_actions_by_command on operator_actions (command, id desc);
