-- A code is tried only by whom it was made for, and asking for one does not kill another's. email_codes had
-- one code for each purpose and address; older nodes still use it while they end.
create table mailed_codes (
  email text not null,
  purpose text not null,
  -- the user's id, or the hash of the cookie of the browser that is about to register
  asker text not null,
  -- null: nobody was logged in
  user_id uuid references users (id) on delete cascade,
  -- HMAC(purpose, e-mail, asker, code)
  mac bytea not null,
  tries_left smallint not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (email, purpose, asker)
);
create index mailed_codes_user on mailed_codes (user_id) where user_id is not null;
create index mailed_codes_age on mailed_codes (expires_at);
