-- Accounts that their owners close, and the way back after a change of e-mail.

alter table users
  -- when the account is to be closed for good; null = nobody has asked
  add column closing_at timestamptz,
  -- nothing personal is left; the row stays because orders and credit name it
  add column closed_at timestamptz,
  alter column email drop not null,
  alter column password_hash drop not null,
  add constraint users_closed_nameless check (
    case when closed_at is null then email is not null and password_hash is not null
      else email is null and password_hash is null and email_verified_at is null and closing_at is null end);
create index users_closing on users (closing_at) where closing_at is not null;

-- one row a change of e-mail: the address that the account had before
create table email_undos (
  -- SHA-256 of what stands in the link
  token_hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  email text not null,
  changed_at timestamptz not null,
  expires_at timestamptz not null
);
create index email_undos_user on email_undos (user_id, changed_at);
