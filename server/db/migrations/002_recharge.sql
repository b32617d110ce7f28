-- Plans, orders, the credit ledger. Money is an integer in minor units beside its currency.

create table plans (
  id text primary key,
  -- rises with every change of price or credit; orders keep theirs
  version integer not null default 1,
  position integer not null,
  on_sale boolean not null default true,
  name text not null,
  summary text not null,
  features jsonb not null,
  amount bigint not null check (amount > 0),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  original_amount bigint check (original_amount > amount),
  credit bigint not null check (credit > 0),
  bonus_credit bigint not null default 0 check (bonus_credit >= 0),
  -- 0 = for ever
  valid_days integer not null default 0 check (valid_days >= 0),
  min_num integer not null default 1 check (min_num >= 1),
  max_num integer not null default 1 check (max_num >= min_num),
  badge text,
  recommended boolean not null default false,
  updated_at timestamptz not null default now(),
  -- the provider charges eight digits at most, and a program's whole numbers end at 2^53
  constraint plans_chargeable check (amount * max_num <= 99999999),
  constraint plans_credit_exact check ((credit + bonus_credit) * max_num <= 1000000000000)
);

-- one row a user: the lock under which credit moves, and the cached balance
create table credit_accounts (
  user_id uuid primary key references users (id),
  balance bigint not null default 0,
  -- how many movements there were: the number of the newest one
  entries bigint not null default 0
);

create table orders (
  id uuid primary key,
  user_id uuid not null references users (id),
  order_no text not null constraint orders_no_unique unique,
  state text not null check (state in ('pending', 'processing', 'paid', 'cancelled', 'expired', 'exception', 'refunded', 'partially_refunded')),
  plan_id text not null references plans (id),
  plan_version integer not null,
  -- the combo as it was when ordered
  plan jsonb not null,
  num integer not null check (num >= 1),
  amount bigint not null check (amount > 0),
  currency text not null,
  credit bigint not null check (credit > 0),
  bonus_credit bigint not null check (bonus_credit >= 0),
  -- which of the user's three places for open orders this one holds; null when it is not open
  open_slot smallint check (open_slot between 1 and 3),
  source text,
  payment_intent_id text constraint orders_intent_unique unique,
  client_secret text,
  -- rises only after a received 5xx: the provider replays a stored 500 for a key
  intent_try integer not null default 1,
  confirm_count integer not null default 0,
  -- the payment method of the newest try to pay, and when it was sent
  attempted_method text,
  attempted_at timestamptz,
  provider_asked_at timestamptz,
  failure_code text,
  payment_method jsonb,
  refunded_amount bigint not null default 0 check (refunded_amount between 0 and amount),
  -- money came after the order was cancelled or had expired
  paid_late boolean not null default false,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  paid_at timestamptz,
  constraint orders_slot_only_open check ((open_slot is not null) = (state in ('pending', 'processing')))
);
create unique index orders_open_slot_unique on orders (user_id, open_slot) where open_slot is not null;
create unique index orders_pending_unique on orders (user_id, plan_id, plan_version, num) where state = 'pending';
create index orders_user_newest on orders (user_id, id desc);
create index orders_user_state on orders (user_id, state, id desc);
create index orders_open on orders (expires_at) where open_slot is not null;

create table order_events (
  id uuid primary key,
  order_id uuid not null references orders (id),
  from_state text,
  to_state text not null,
  actor text not null check (actor in ('user', 'provider', 'system', 'operator')),
  reason text,
  created_at timestamptz not null
);
create index order_events_order on order_events (order_id, id);

create table credit_lots (
  id uuid primary key,
  user_id uuid not null references credit_accounts (user_id),
  order_id uuid references orders (id),
  kind text not null check (kind in ('purchase', 'bonus', 'adjust')),
  granted bigint not null check (granted > 0),
  remaining bigint not null check (remaining between 0 and granted),
  -- null = for ever
  expires_at timestamptz,
  created_at timestamptz not null
);
create index credit_lots_spendable on credit_lots (user_id, expires_at) where remaining > 0;

create table credit_ledger (
  id uuid primary key,
  user_id uuid not null references credit_accounts (user_id),
  -- counts a user's movements from 1 without a gap: balance_after is the one before plus delta
  position bigint not null check (position > 0),
  type text not null check (type in ('purchase', 'bonus', 'consume', 'consume_reversal', 'refund_clawback', 'dispute_hold', 'dispute_release', 'adjust', 'expire')),
  delta bigint not null check (delta <> 0),
  balance_after bigint not null,
  lot_id uuid references credit_lots (id),
  order_id uuid references orders (id),
  idempotency_key text not null constraint credit_ledger_key_unique unique,
  actor text not null check (actor in ('user', 'provider', 'system', 'operator')),
  reason text,
  created_at timestamptz not null,
  constraint credit_ledger_position_unique unique (user_id, position)
);
create index credit_ledger_user_type on credit_ledger (user_id, type, position desc);
create index credit_ledger_order on credit_ledger (order_id) where order_id is not null;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the credit ledger is append-only';
end $$;
create trigger credit_ledger_append_only before update or delete on credit_ledger
  for each row execute function refuse_change();
create trigger credit_ledger_no_truncate before truncate on credit_ledger
  for each statement execute function refuse_change();

-- every event of the payment provider that was applied; committed with what it caused
create table provider_events (
  id text primary key,
  type text not null,
  created_at timestamptz not null,
  applied_at timestamptz not null default now()
);
