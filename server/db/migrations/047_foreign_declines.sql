-- A customer can try cards at the provider itself. Which failed attempts are the shop's own is told by the payment
-- methods that it sent, each of which explains one failure.
alter table orders
  add column attempted_methods text[] not null default '{}',
  add column foreign_declines integer not null default 0;
update orders set attempted_methods = array[attempted_method] where open_slot is not null and attempted_method is not null;
