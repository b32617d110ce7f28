-- What the lists of payments, refunds, disputes and failed attempts of some days look for. All of it is written when
-- something was paid or came back, nothing when an order is placed.

-- Payments of one source by their time: among those of a week they may be few.
create index orders_paid_by_source on orders (source, paid_at, id) where paid_at is not null and source is not null;
-- Whether a buyer paid before, without a look at the order.
create index orders_paid_by_user on orders (user_id, paid_at) where paid_at is not null;
-- Whether more came back of the same order later.
create index order_reversals_of_order on order_reversals (order_id, booked_at, id);
-- The same as alerts_recent.
drop index alerts_age;

-- Failed attempts in the order of their list, and whether the same order failed again later.
drop index order_events_failed;
create index order_events_failed on order_events (created_at, id) include (order_id, reason, method)
  where to_state = 'pending' and from_state is not null and reason is not null and reason <> 'waits for the buyer';
create index order_events_failed_of_order on order_events (order_id, created_at, id) include (reason, method)
  where to_state = 'pending' and from_state is not null and reason is not null and reason <> 'waits for the buyer';
