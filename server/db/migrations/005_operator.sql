-- What the operator has done by the command line, and who it was.

create table operator_actions (
  id uuid primary key,
  -- account and machine
  operator text not null,
  -- as it was typed: the command's name and what was given to it, by name
  command text not null,
  given jsonb not null,
  -- what it was about: an order, a user, a plan, a mail; null = the shop
  subject text,
  reason text,
  started_at timestamptz not null default now(),
  -- null while it runs, and for ever when its program died
  outcome text check (outcome in ('done', 'refused', 'failed')),
  -- what came of it, or why not
  result jsonb,
  finished_at timestamptz,
  constraint operator_actions_ended check (
    (outcome is null) = (finished_at is null) and (outcome is null) = (result is null))
);
create index operator_actions_subject on operator_actions (subject, id desc) where subject is not null;

create function guard_operator_action() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.outcome is null and new.outcome is not null
    and (new.id, new.operator, new.command, new.given, new.started_at)
      = (old.id, old.operator, old.command, old.given, old.started_at)
    and (new.subject, new.reason) is not distinct from (old.subject, old.reason)
  then
    return new;
  end if;
  raise exception 'what the operator has done stays as it is written';
end $$;
create trigger operator_actions_stay before update or delete on operator_actions
  for each row execute function guard_operator_action();
create trigger operator_actions_no_truncate before truncate on operator_actions
  for each statement execute function guard_operator_action();

-- orders that a person looks for among millions of others
create index orders_unusual on orders (state, id desc)
  where state in ('exception', 'refunded', 'partially_refunded');
