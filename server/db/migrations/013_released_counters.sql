-- Takes one from each counter of `released` and all from each of `cleared`; one that comes to nothing is
-- deleted, or refused calls would fill the table until its next sweep. In the order of their keys, so that
-- two calls never wait for each other, and each by its index: a plan from when there were few goes through all.
create function release_counters(released text[], cleared text[]) returns void
language plpgsql set enable_seqscan = off as $$
declare
  one text;
  held integer;
begin
  for one in select distinct key from unnest(released || cleared) as given (key) order by key loop
    select points into held from rate_limits where key = one for update;
    if not found then
      continue;
    elsif held <= 1 or one = any (cleared) then
      delete from rate_limits where key = one;
    else
      update rate_limits set points = held - 1 where key = one;
    end if;
  end loop;
end $$;
