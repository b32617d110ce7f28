-- Mails that a customer wishes when credit gets low or ends soon.

alter table credit_accounts
  -- mail when less than this is available; null: never
  add column low_credit bigint constraint credit_accounts_low_credit check (low_credit between 1 and 1000000000),
  -- mail so many days before credit ends; null: never
  add column expiring_days integer constraint credit_accounts_expiring_days check (expiring_days between 1 and 90);
create index credit_accounts_expiring on credit_accounts (user_id) where expiring_days is not null;

alter table credit_lots
  -- the end of the lot that a mail has told of: an end that was moved is told again
  add column reminded_end timestamptz;

-- Accounts that have fallen below low_credit, until they are above it again.
create table credit_low_balances (
  user_id uuid primary key references credit_accounts (user_id),
  due_at timestamptz not null default now(),
  -- null: not yet
  mailed_at timestamptz
);
create index credit_low_balances_due on credit_low_balances (due_at) where mailed_at is null;

-- Holds of seconds would cross the threshold with every request of an application: while the balance itself
-- is not low, the mail waits for ten minutes.
create function note_low_credit() returns trigger language plpgsql as $$
begin
  if new.balance - new.held >= new.low_credit then
    delete from credit_low_balances where user_id = new.user_id;
    return null;
  end if;
  insert into credit_low_balances as noted (user_id, due_at)
    values (new.user_id, case when new.balance < new.low_credit then now() else now() + interval '10 minutes' end)
    on conflict (user_id) do update set due_at = least(noted.due_at, excluded.due_at) where noted.mailed_at is null;
  return null;
end $$;
create trigger credit_accounts_note_low_credit after update of balance, held on credit_accounts
  for each row when (new.low_credit is not null and (
    (new.balance < new.low_credit) <> (old.balance < new.low_credit)
    or (new.balance - new.held < new.low_credit) <> (old.balance - old.held < new.low_credit)))
  execute function note_low_credit();
