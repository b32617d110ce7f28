-- Second factor of customers: passkeys, an authenticator app, and recovery codes for when both are lost.

alter table users
  -- since when a login needs the second factor; null: the password alone logs in
  add column second_factor_since timestamptz;

alter table sessions
  -- when the second factor was last proven in this session; null: never
  add column second_factor_at timestamptz;

create table user_passkeys (
  -- the credential's id as base64url
  id text primary key,
  user_id uuid not null references users (id) on delete cascade,
  name text not null,
  public_key bytea not null,
  -- of signatures; 0 where the authenticator does not count
  counter bigint not null,
  transports text[] not null,
  is_synced boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index user_passkeys_user on user_passkeys (user_id);

create table user_authenticators (
  user_id uuid primary key references users (id) on delete cascade,
  -- encrypted under SECRET_KEY
  secret bytea not null,
  -- the last time step whose code was used: each code serves once
  step bigint not null,
  created_at timestamptz not null
);

create table user_recovery_codes (
  -- SHA-256
  code_hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade
);
create index user_recovery_codes_user on user_recovery_codes (user_id);

-- challenges of passkeys that were answered: each serves once
create table user_used_challenges (
  -- SHA-256
  challenge_hash bytea primary key,
  expires_at timestamptz not null
);
create index user_used_challenges_expiry on user_used_challenges (expires_at);

-- the operators take the lost second factor away together with the change of e-mail
alter table email_recoveries
  add column removes_second_factor boolean not null default false;
