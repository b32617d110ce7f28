-- A code for moving to another address belongs to the account that asked for it, and ends with its password.
alter table email_codes
  -- null: a stranger's, who is about to register
  add column user_id uuid references users (id) on delete cascade;
create index email_codes_user on email_codes (user_id) where user_id is not null;
