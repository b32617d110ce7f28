-- What the console's pages of credit and of applications look up. None of it is written by a charge but the first,
-- which has one entry for each 32 pages of the ledger.

-- The ledger is append-only, so its pages are in the order of time: a range of days reads its own pages alone.
create index credit_ledger_time on credit_ledger using brin (created_at)
  with (pages_per_range = 32, autosummarize = on);
-- Entries that no charge makes are few: their own lists need no range.
create index credit_ledger_uncharged on credit_ledger (type, created_at, user_id, position)
  where type not in ('consume', 'consume_reversal');

create index application_messages_given_up on application_messages (application_id, created_at)
  where state = 'given_up';
-- When a message is tried next.
create index jobs_of_messages on jobs ((payload ->> 'id'))
  where kind = 'application-message' and state = 'waiting';
