-- What is placed at once is one order. An order that somebody has tried to pay stands for itself: it goes
-- from pending to processing and back, and nothing that was placed meanwhile may stand in its way.
drop index orders_pending_unique;
create unique index orders_untried_unique on orders (user_id, plan_id, plan_version, num)
  where state = 'pending' and confirm_count = 0;
