-- Credit that applications reserve (holds) and spend (charges). Every table of credit is keyed by user: each
-- primary key and unique constraint begins with the user, so that the tables can be partitioned by it. They do
-- not refer to applications by a foreign key: every call would lock the one row of its application.

alter table credit_accounts
  -- reserved by open holds; balance - held is available
  add column held bigint not null default 0 constraint credit_accounts_held check (held >= 0);

alter table credit_ledger
  drop constraint credit_ledger_lot_id_fkey,
  drop constraint credit_ledger_pkey,
  drop constraint credit_ledger_position_unique,
  drop constraint credit_ledger_key_unique;
alter table credit_lots
  drop constraint credit_lots_pkey,
  add primary key (user_id, id),
  -- indexes on it instead of on remaining leave most updates of a lot to the heap alone
  add column is_empty boolean not null generated always as (remaining = 0) stored;
drop index credit_lots_user;
drop index credit_lots_spendable;
drop index credit_lots_ending;
create index credit_lots_spendable on credit_lots (user_id, expires_at) where not is_empty;
create index credit_lots_ending on credit_lots (expires_at) where not is_empty and expires_at is not null;

drop index credit_ledger_order;
alter table credit_ledger
  add primary key (user_id, position),
  add constraint credit_ledger_key_unique unique (user_id, idempotency_key),
  add constraint credit_ledger_lot_fkey foreign key (user_id, lot_id) references credit_lots (user_id, id),
  -- the charge that an entry spends for or gives back
  add column charge_id uuid;
create index credit_ledger_order on credit_ledger (user_id, order_id) where order_id is not null;

-- A key of the operator adjusts one user's credit.
create table credit_adjustments (
  key text primary key,
  user_id uuid not null references users (id)
);
insert into credit_adjustments (key, user_id)
  select idempotency_key, user_id from credit_ledger
  where type = 'adjust' and idempotency_key like 'adjust:%' and strpos(idempotency_key, '#') = 0
  on conflict do nothing;

create table credit_holds (
  user_id uuid not null references credit_accounts (user_id),
  id uuid not null,
  application_id uuid not null,
  -- the customer's API key behind it
  api_key_id uuid,
  amount bigint not null check (amount between 1 and 1000000000000),
  -- what was charged at its end
  captured bigint not null default 0,
  state text not null default 'open' check (state in ('open', 'captured', 'released', 'expired')),
  reason text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  primary key (user_id, id),
  constraint credit_holds_ended check ((state = 'open') = (ended_at is null)),
  constraint credit_holds_captured check ((state = 'captured') = (captured > 0)),
  constraint credit_holds_longest check (expires_at - created_at <= interval '24 hours')
);
create index credit_holds_open on credit_holds (user_id) where state = 'open';
-- those that may still be captured
create index credit_holds_late on credit_holds (user_id, expires_at) where state = 'expired';
create index credit_holds_ending on credit_holds (expires_at) where state = 'open';

create table credit_charges (
  user_id uuid not null references credit_accounts (user_id),
  id uuid not null,
  application_id uuid not null,
  api_key_id uuid,
  hold_id uuid,
  amount bigint not null check (amount between 1 and 1000000000000),
  -- the part that no lot could pay
  owed bigint not null check (owed between 0 and amount),
  -- the part that was given back since
  reversed bigint not null default 0 check (reversed between 0 and amount),
  reason text not null,
  usage jsonb,
  -- its entries in the ledger: so many from this position on
  position bigint not null,
  entries integer not null check (entries > 0),
  created_at timestamptz not null,
  primary key (user_id, id),
  constraint credit_charges_position_unique unique (user_id, position),
  constraint credit_charges_hold_fkey foreign key (user_id, hold_id) references credit_holds (user_id, id)
);
create unique index credit_charges_hold_unique on credit_charges (user_id, hold_id) where hold_id is not null;
-- an application's own books, day by day
create index credit_charges_statement on credit_charges (application_id, created_at, id);

create table credit_reversals (
  user_id uuid not null references credit_accounts (user_id),
  id uuid not null,
  application_id uuid not null,
  charge_id uuid not null,
  amount bigint not null check (amount > 0),
  reason text not null,
  position bigint not null,
  entries integer not null check (entries > 0),
  created_at timestamptz not null,
  primary key (user_id, id),
  constraint credit_reversals_position_unique unique (user_id, position),
  constraint credit_reversals_charge_fkey foreign key (user_id, charge_id) references credit_charges (user_id, id)
);
create index credit_reversals_charge on credit_reversals (user_id, charge_id);
create index credit_reversals_statement on credit_reversals (application_id, created_at, id);

-- One row for each call that an application made and that was not refused: its idempotency key serves once,
-- for ever.
create table credit_requests (
  user_id uuid not null references credit_accounts (user_id),
  application_id uuid not null,
  idempotency_key text not null,
  -- SHA-256 of the call and its body
  request_hash bytea not null,
  -- the hold, charge or reversal
  object_id uuid not null,
  primary key (user_id, application_id, idempotency_key)
);

-- What was spent on a day of the site's time zone, kept with the charges. A reversal counts on its own day.
create table credit_usage_days (
  user_id uuid not null references credit_accounts (user_id),
  day date not null,
  application_id uuid not null,
  -- zeros: without an API key
  api_key_id uuid not null,
  charged bigint not null default 0 check (charged >= 0),
  charges integer not null default 0,
  reversed bigint not null default 0 check (reversed >= 0),
  primary key (user_id, day, application_id, api_key_id)
);

-- How far the proof of the ledger has come with each user, and what it found up to there: the next proof reads
-- only what came since.
create table credit_checkpoints (
  user_id uuid primary key references users (id),
  -- entries up to this one were proven
  position bigint not null check (position >= 0),
  -- the sum of these entries
  balance bigint not null,
  -- SHA-256 over these entries, each hashed with the hash before it
  hash text not null,
  -- sums of the charges and reversals among them
  charged bigint not null,
  reversed bigint not null,
  -- their sums by lot and by reference
  lots jsonb not null,
  grants jsonb not null,
  -- when the proof last read all of them
  read_in_full_at timestamptz not null
);

-- The position after which the proof reads each of these users: 0 unless all was read after `p_full_before`.
create function credit_proof_starts(p_first uuid, p_last uuid, p_full_before timestamptz)
returns table (user_id uuid, start bigint)
language sql stable as $$
  select users.id, coalesce(position, 0)
  from users left join credit_checkpoints checkpoint
    on checkpoint.user_id = users.id and read_in_full_at > p_full_before
  where users.id between p_first and p_last order by users.id
$$;
