-- A customer can try cards at the provider itself. Which failed attempts are the shop's own is told by the payment
-- methods that it sent, five at most for an order.
alter table orders
  add column attempted_methods text[] not null default '{}',
  add column foreign_declines integer not null default 0;
