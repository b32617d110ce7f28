-- What the console's lists and its search look for.

create index orders_by_state on orders (state, id desc);
-- the one before has its rows too
drop index orders_unusual;
create index orders_unusual on orders (id desc) where state = 'exception' or paid_late or dispute is not null;
create index orders_by_source on orders (source, id desc) where source is not null;
create index orders_by_method on orders ((payment_method ->> 'type'), id desc) where payment_method is not null;
-- Both filters at once. An unpaid order has no method: by the statistics the planner knows that there are none to
-- find soon by the other index.
create statistics orders_state_and_method (mcv) on state, (payment_method ->> 'type') from orders;
create index orders_by_state_and_method on orders (state, (payment_method ->> 'type'), id desc)
  where payment_method is not null;
create index orders_by_last4 on orders ((payment_method ->> 'last4'), id desc)
  where payment_method ->> 'last4' <> '';

-- the beginning of an address
create index users_email_beginning on users (email text_pattern_ops);

-- Sent mails keep neither receiver nor subject.
create index jobs_mails on jobs (id desc) where kind = 'mail';
create index jobs_mails_unsent on jobs (state, id desc) where kind = 'mail' and state <> 'done';
create index jobs_mails_to on jobs ((payload ->> 'to'), id desc) where kind = 'mail' and state <> 'done';
-- Without its code, so that nobody finds a code by searching for its digits one after another.
create index jobs_mails_subject on jobs (
    left(regexp_replace(payload ->> 'subject', '(?<![0-9])[0-9]{6}(?![0-9])', '••••••', 'g'), 200) text_pattern_ops, id desc)
  where kind = 'mail' and state <> 'done';

alter table provider_events
  -- what it was applied to; null: an event of before this column
  add column order_id uuid references orders (id);
create index provider_events_by_order on provider_events (order_id, applied_at desc) where order_id is not null;
create index provider_events_by_type on provider_events (type, applied_at desc);
