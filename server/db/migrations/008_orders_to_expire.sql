-- Placing an order looks for `open_slot is not null` of one user. While few orders are open the planner
-- holds every index with that predicate for equally small, and took the one by time: through all
-- customers' open orders. Expiry says `state = 'pending'` as well, and gets its index by that.
drop index orders_open;
create index orders_to_expire on orders (expires_at) where state = 'pending';
