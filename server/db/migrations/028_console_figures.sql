-- What the figures of the console's first page are counted from.

-- Money that came back or went away after a payment, at the moment when we booked it: an entry is never changed, so
-- that the figures of a day that has passed stay what they were.
create table order_reversals (
  id uuid primary key,
  order_id uuid not null references orders (id),
  kind text not null check (kind in ('refund', 'dispute')),
  -- the provider's
  provider_id text not null,
  -- minor units that left; negative: they came back, since the refund failed or the dispute was won
  amount bigint not null check (amount <> 0),
  -- the order's
  currency text not null,
  source text,
  booked_at timestamptz not null
);
create index order_reversals_booked on order_reversals (booked_at, id) include (order_id, kind, amount, currency, source);
-- Of those before this table the moment is known as well as it can be.
insert into order_reversals (id, order_id, kind, provider_id, amount, currency, source, booked_at)
  select gen_random_uuid(), o.id, 'refund', r.provider_id, r.amount, o.currency, o.source, r.created_at
  from refunds r join orders o on o.id = r.order_id
  where r.status in ('pending', 'succeeded') and o.paid_at is not null;
insert into order_reversals (id, order_id, kind, provider_id, amount, currency, source, booked_at)
  select gen_random_uuid(), o.id, 'dispute', d.id, entry.amount, o.currency, o.source, entry.booked_at
  from disputes d join orders o on o.id = d.order_id
  cross join lateral (values (d.amount, d.created_at, true), (-d.amount, d.updated_at, d.status = 'won'))
    as entry (amount, booked_at, is_booked)
  where entry.is_booked and o.paid_at is not null;

-- Payments by their time. An order enters it when it is paid, not when it is placed.
create index orders_paid on orders (paid_at, id) include (amount, currency, source, user_id) where paid_at is not null;

-- card, alipay, wechat_pay: what the newest attempt to pay was made with
alter table orders add column attempted_type text;
-- the same, of an attempt that has ended
alter table order_events add column method text;
-- Attempts that were paid or failed. One entry for each attempt; placing an order adds none.
create index order_events_outcomes on order_events (created_at) include (order_id, to_state, reason, method)
  where (to_state = 'paid' and from_state in ('pending', 'processing', 'cancelled', 'expired'))
    or (to_state = 'pending' and from_state is not null and reason is not null and reason <> 'waits for the buyer');

alter table disputes
  -- until when the provider accepts evidence; null: it has not said so
  add column evidence_due_at timestamptz;

-- messages that an application did not accept
create index application_messages_failing on application_messages (application_id, created_at)
  where state = 'waiting' and tries > 0;

-- How many browsers came, by day of the shop's time zone and traffic source; nothing about who they are.
create table traffic_visits (
  day date not null,
  -- '': none; '(other)': beyond the limit of new ones
  source text not null,
  visits bigint not null check (visits > 0),
  primary key (day, source)
);
create index traffic_visits_source on traffic_visits (source, day);

-- Adds visits to a day. Sources that nobody has come from within 30 days may be invented: at most `p_most_new` of them
-- get a row each day, the others count as '(other)'.
create function count_visits(p_day date, p_sources text[], p_visits bigint[], p_most_new integer) returns void
language plpgsql as $$
declare room bigint;
begin
  perform pg_advisory_xact_lock(hashtext('traffic_visits'));
  select p_most_new - count(*) into room
  from traffic_visits v
  where v.day = p_day and v.source not in ('', '(other)')
    and not exists (select from traffic_visits e where e.source = v.source and e.day < p_day and e.day >= p_day - 30);
  insert into traffic_visits (day, source, visits)
  select p_day, case when is_known or place <= room then source else '(other)' end as counted_as, sum(visits)
  from (
    select source, visits, is_known, row_number() over (partition by is_known order by visits desc, source) as place
    from (
      select given.source, given.visits, given.source in ('', '(other)') or exists (
        select from traffic_visits e where e.source = given.source and e.day between p_day - 30 and p_day) as is_known
      from unnest(p_sources, p_visits) as given (source, visits)) known) placed
  group by counted_as
  on conflict (day, source) do update set visits = traffic_visits.visits + excluded.visits;
end $$;

-- Figures that take long, as they were when they were last counted.
create table console_snapshots (
  name text primary key,
  taken_at timestamptz not null,
  took_ms integer not null,
  data jsonb not null,
  -- a node counts anew until then
  taking_until timestamptz
);

create index alerts_recent on alerts (last_at);
