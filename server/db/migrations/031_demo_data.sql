-- Demo data: everything of users who are marked so when they are made, and who never become others.
alter table users
  add column is_demo boolean not null default false,
  add constraint users_demo_address check (not is_demo or email is null or email like '%@demo.invalid');
create index users_demo on users (id) where is_demo;

create function refuse_demo_change() returns trigger language plpgsql as $$
begin
  raise exception 'a user is a demo from the beginning or never';
end $$;
create trigger users_demo_stays before update of is_demo on users
  for each row when (old.is_demo <> new.is_demo) execute function refuse_demo_change();

-- What the demo's visits have added to the counts of traffic_visits.
create table demo_visits (
  day date not null,
  source text not null,
  visits bigint not null,
  primary key (day, source)
);

create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (select from users where id = old.user_id and is_demo) then return old; end if;
  raise exception 'the credit ledger is append-only';
end $$;

-- Deletes the demo's users with all that refers to them, whichever tables that are: those that others still refer
-- to wait for the next round.
create function remove_demo_data() returns void language plpgsql as $$
declare
  people uuid[] := array(select id from users where is_demo);
  bought uuid[] := array(select id from orders where user_id = any(people));
  subjects text[] := array(select unnest(people)::text union all select unnest(bought)::text
    union all select payment_intent_id from orders where id = any(bought) and payment_intent_id is not null
    union all select id from disputes where order_id = any(bought)
    union all select provider_id from refunds where order_id = any(bought) and provider_id is not null
    union all select id::text from credit_holds where user_id = any(people));
  reference record;
  waiting boolean := true;
begin
  delete from alerts where subject = any(subjects);
  delete from jobs where kind = 'application-message' and payload ->> 'id' in (
    select id::text from application_messages where data ->> 'user' = any(people::text[]));
  delete from application_messages where data ->> 'user' = any(people::text[]);
  for round in 1 .. 10 loop
    exit when not waiting;
    waiting := false;
    for reference in
      select conrelid::regclass as relation, attname as field, confrelid = 'orders'::regclass as is_order
      from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
      where contype = 'f' and conparentid = 0
        and confrelid in ('users'::regclass, 'credit_accounts'::regclass, 'orders'::regclass)
    loop
      begin
        execute format('delete from %s where %I = any($1)', reference.relation, reference.field)
          using case when reference.is_order then bought else people end;
      exception when foreign_key_violation then
        waiting := true;
      end;
    end loop;
  end loop;
  delete from users where id = any(people);
  delete from traffic_visits v using demo_visits d
  where v.day = d.day and v.source = d.source and v.visits <= d.visits;
  update traffic_visits v set visits = v.visits - d.visits from demo_visits d where v.day = d.day and v.source = d.source;
  delete from demo_visits;
end $$;
