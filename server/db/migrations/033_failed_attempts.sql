-- Failed attempts alone: among those of a week that were paid they are few.
create index order_events_failed on order_events (created_at) include (order_id, reason, method)
  where to_state = 'pending' and from_state is not null and reason is not null and reason <> 'waits for the buyer';
