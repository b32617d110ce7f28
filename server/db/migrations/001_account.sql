-- Accounts, sessions and what guards them. Ids are UUIDv7 made by the application.

create table users (
  id uuid primary key,
  -- lower case, checked at the edge
  email text not null constraint users_email_unique unique,
  -- argon2id over HMAC-SHA256(pepper, digest bytes)
  password_hash text not null,
  nickname text not null,
  -- traffic source at registration
  source text,
  email_verified_at timestamptz,
  created_at timestamptz not null default now()
);

create table sessions (
  -- SHA-256 of the cookie's value
  token_hash bytea primary key,
  -- what the user sees and revokes
  id uuid not null constraint sessions_id_unique unique,
  user_id uuid not null references users (id) on delete cascade,
  -- when the password was last given
  authenticated_at timestamptz not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  ip text not null,
  user_agent text not null
);
create index sessions_user on sessions (user_id, created_at desc);

-- devices on which a user has logged in before: their own login bucket, so that an attacker cannot lock the owner out
create table known_devices (
  token_hash bytea not null,
  user_id uuid not null references users (id) on delete cascade,
  last_login_at timestamptz not null,
  primary key (user_id, token_hash)
);

create table login_events (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  ip text not null,
  user_agent text not null,
  created_at timestamptz not null
);
create index login_events_user on login_events (user_id, created_at desc);

create table email_codes (
  purpose text not null,
  email text not null,
  -- HMAC(purpose, e-mail, code)
  mac bytea not null,
  tries_left smallint not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (purpose, email)
);

-- one a user: a newer link kills the older
create table reset_tokens (
  user_id uuid primary key references users (id) on delete cascade,
  -- SHA-256 of what stands in the link
  token_hash bytea not null constraint reset_tokens_hash_unique unique,
  expires_at timestamptz not null
);

-- captcha solutions serve once
create table used_captchas (
  -- the puzzle's own random number, which its signature covers
  nonce text primary key,
  expires_at timestamptz not null
);

-- rate-limiter-flexible's own shape
create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
