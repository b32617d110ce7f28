-- One, two and three neighbouring characters each: who has a text in address or name has all of its parts there. By
-- pairs alone, the search for a part of a number or of a Latin name read each user who has two of its letters together.
create function text_parts(p_text text) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(substr(p_text, place, size)), '{}')
  from generate_series(1, 3) size, generate_series(1, length(p_text) - size + 1) place
$$;

-- Those that are in no longer one, to look for: shorter ones narrow nothing besides them.
create function longest_parts(p_text text) returns text[] language sql immutable strict parallel safe as $$
  select array_agg(distinct substr(p_text, place, least(3, length(p_text))))
  from generate_series(1, greatest(length(p_text) - 2, 1)) place
$$;

-- Written with each registration, not collected in a list of its own that each search reads through.
create index users_parts on users using gin (text_parts(lower(coalesce(email, '') || ' ' || nickname)))
  with (fastupdate = off);

-- Which parts are rare is not known before; a large table would wait for it for weeks.
analyze users;
