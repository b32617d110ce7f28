-- 048 analyses users in a new shop, too. PostgreSQL then takes the table for empty and plans joins that read all of it,
-- and connections keep these plans. Servers before 18 cannot forget it: there autovacuum ends it.
do $$
begin
  if to_regprocedure('pg_clear_relation_stats(text, text)') is not null
    and not exists (select from users) then
    perform pg_clear_relation_stats(current_schema()::text, 'users');
  end if;
end
$$;
