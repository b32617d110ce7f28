-- What the console's list of users looks for, among a million of them.

-- Two neighbouring characters each: who has a text in a name has all of its pairs there. Two characters are a whole
-- name in Chinese, for which three, as in pg_trgm, would find nothing.
create function text_pairs(p_text text) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(substr(p_text, place, 2)), '{}') from generate_series(1, length(p_text) - 1) place
$$;
create index users_pairs on users using gin (text_pairs(lower(coalesce(email, '') || ' ' || nickname)));

create index users_by_source on users (source, id desc) where source is not null;
