-- Refunds and disputes, and the debt that taking credit back may leave.

-- A user's debt is one lot with less than nothing in it, so that sum(remaining) stays the balance.
alter table credit_lots
  drop constraint credit_lots_kind_check,
  drop constraint credit_lots_granted_check,
  drop constraint credit_lots_check,
  add constraint credit_lots_kind_check check (kind in ('purchase', 'bonus', 'adjust', 'debt')),
  add constraint credit_lots_bounds check (
    case kind when 'debt' then granted = 0 and remaining <= 0 and expires_at is null
      else granted > 0 and remaining between 0 and granted end);
create unique index credit_lots_debt_unique on credit_lots (user_id) where kind = 'debt';
create index credit_lots_ending on credit_lots (expires_at) where remaining > 0 and expires_at is not null;

-- a flag: the newest word of the bank about a dispute; the order keeps its state
alter table orders add column dispute text check (dispute in ('open', 'won', 'lost'));

create table refunds (
  id uuid primary key,
  order_id uuid not null references orders (id),
  -- the provider's id; null until it has answered
  provider_id text constraint refunds_provider_unique unique,
  amount bigint not null check (amount > 0),
  -- asked: kept before the provider is asked; refused: it said no; failed: it was to be and came to nothing
  status text not null check (status in ('asked', 'refused', 'pending', 'succeeded', 'failed')),
  actor text not null check (actor in ('user', 'provider', 'system', 'operator')),
  reason text,
  -- rises only after a received 5xx: the provider replays a stored 500 for a key
  try integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint refunds_answered check ((provider_id is null) = (status in ('asked', 'refused')))
);
-- the same wish twice is one refund
create unique index refunds_asked_unique on refunds (order_id) where status = 'asked';
create index refunds_order on refunds (order_id, created_at);
create index refunds_unsettled on refunds (updated_at) where status in ('asked', 'pending');

create table disputes (
  -- the provider's
  id text primary key,
  order_id uuid not null references orders (id),
  amount bigint not null check (amount > 0),
  -- open: the bank has not decided; won: for the shop; lost: for the buyer
  status text not null check (status in ('open', 'won', 'lost')),
  reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index disputes_order on disputes (order_id);
create index disputes_open on disputes (updated_at) where status = 'open';

-- the age of the newest event is asked for at every scrape
create index provider_events_newest on provider_events (applied_at);

-- what the operator was called for: one row a cause, which counts how often
create table alerts (
  kind text not null,
  -- the order, intent or day that it is about
  subject text not null,
  facts jsonb not null,
  times integer not null default 1,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (kind, subject)
);
