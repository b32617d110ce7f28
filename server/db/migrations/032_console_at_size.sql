-- What the console's lists look for among millions of rows.

-- Two neighbouring characters each: who has a text in a name has all of its pairs there. Two characters are a whole
-- name in Chinese, for which three, as in pg_trgm, would find nothing.
create function text_pairs(p_text text) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(substr(p_text, place, 2)), '{}') from generate_series(1, length(p_text) - 1) place
$$;
create index users_pairs on users using gin (text_pairs(lower(coalesce(email, '') || ' ' || nickname)));

create index users_by_source on users (source, id desc) where source is not null;

-- Failed attempts alone: among those of a week that were paid they are few.
create index order_events_failed on order_events (created_at) include (order_id, reason, method)
  where to_state = 'pending' and from_state is not null and reason is not null and reason <> 'waits for the buyer';
