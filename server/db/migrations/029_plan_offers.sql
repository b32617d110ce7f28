-- When a plan is sold, how many pieces of it, and how many to one customer.

alter table plans
  -- null: without a beginning, without an end
  add column sale_from timestamptz,
  add column sale_until timestamptz,
  -- pieces in a customer's open and paid orders; null: any number
  add column user_limit integer check (user_limit >= 1),
  add constraint plans_sale_period check (sale_until > sale_from);

-- The pieces of a plan that is sold in a limited number, from the day it was limited until it no longer is.
create table plan_stocks (
  id uuid primary key,
  plan_id text not null references plans (id),
  -- what is left is stock - held - sold; money that comes after an order was closed may bring it below zero
  stock integer not null check (stock >= 0),
  held bigint not null default 0 check (held >= 0),
  sold bigint not null default 0 check (sold >= 0),
  created_at timestamptz not null default now(),
  -- null: it counts for new orders
  ended_at timestamptz
);
create unique index plan_stocks_current on plan_stocks (plan_id) where ended_at is null;

alter table orders
  -- whose pieces it takes; null: those of an unlimited plan
  add column stock_id uuid references plan_stocks (id),
  -- the limit that it was placed under
  add column user_limit integer;
create index orders_of_stock on orders (stock_id) where stock_id is not null;

-- How an order counts: `held` while it is open or unclear, `sold` once it was paid, also when it is refunded.
create function stock_part(order_state text) returns text language sql immutable as $$
  select case
    when order_state in ('pending', 'processing', 'exception') then 'held'
    when order_state in ('paid', 'refunded', 'partially_refunded') then 'sold'
  end
$$;

-- The statement that places the order has looked before; this has the last word, under a lock.
create function take_plan_pieces() returns trigger language plpgsql as $$
begin
  if new.user_limit is not null then
    -- a customer's orders of this plan are counted one after another
    perform pg_advisory_xact_lock(hashtextextended(new.user_id || new.plan_id, 30));
    if (select sum(num) from orders where user_id = new.user_id and plan_id = new.plan_id
          and state not in ('cancelled', 'expired', 'refunded')) > new.user_limit then
      raise exception 'beyond the limit of the plan' using errcode = 'check_violation', constraint = 'plan_user_limit';
    end if;
  end if;
  if new.stock_id is not null then
    update plan_stocks set held = held + new.num
    where id = new.stock_id and ended_at is null and stock - held - sold >= new.num;
    if not found then
      raise exception 'the plan is sold out' using errcode = 'check_violation', constraint = 'plan_stock_left';
    end if;
  end if;
  return null;
end $$;
-- After, because an order that is in conflict with another one is not inserted. A backup brings its counters along.
create trigger orders_take_pieces after insert on orders
  for each row when ((new.stock_id is not null or new.user_limit is not null)
    and current_setting('shop.is_restoring', true) is distinct from 'on')
  execute function take_plan_pieces();

create function move_plan_pieces() returns trigger language plpgsql as $$
declare
  was text := stock_part(old.state);
  becomes text := stock_part(new.state);
begin
  if was is distinct from becomes then
    update plan_stocks set
      held = held + case 'held' when becomes then new.num when was then -new.num else 0 end,
      sold = sold + case 'sold' when becomes then new.num when was then -new.num else 0 end
    where id = new.stock_id;
  end if;
  return null;
end $$;
-- Deferred: the counter is the last row that a transaction locks, and for the shortest time.
create constraint trigger orders_move_pieces after update of state on orders
  deferrable initially deferred
  for each row when (new.stock_id is not null and new.state is distinct from old.state)
  execute function move_plan_pieces();

-- What operators changed of a plan, beside the action that did it.
create table plan_changes (
  id uuid primary key,
  plan_id text not null references plans (id),
  action_id uuid not null references operator_actions (id),
  -- the plan's version after it
  version integer not null,
  is_new boolean not null,
  -- [{field, from, to}] by the names of content/plans.json
  fields jsonb not null,
  created_at timestamptz not null default now()
);
create index plan_changes_of_plan on plan_changes (plan_id, id desc);
