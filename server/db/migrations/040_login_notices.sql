-- Mails about logins on new devices: each has a link with which the owner says that it was somebody else.
create table login_notices (
  -- SHA-256 of the token in the link
  token_hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  -- where the mail went
  email text not null,
  -- the time of the login
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index login_notices_user on login_notices (user_id, created_at);
create index login_notices_expiry on login_notices (expires_at);

alter table users
  -- since when the password logs nobody in, because its owner said that somebody else knows it; null: it does.
  -- A new password clears it.
  add column password_stopped_at timestamptz;
