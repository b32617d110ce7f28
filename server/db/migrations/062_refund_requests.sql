-- Refunds that customers have asked for; at most one of an order is open.
create table refund_requests (
  id uuid primary key,
  order_id uuid not null references orders on delete cascade,
  state text not null check (state in ('open', 'withdrawn', 'accepted', 'refused')),
  -- The customer's words, and those of the operator who refused it.
  reason text check (length(reason) <= 200),
  answer text check (answer is null or state = 'refused'),
  -- Minor units of the refund that closed it.
  refunded bigint check (coalesce(refunded > 0, false) = (state = 'accepted')),
  asked_at timestamptz not null,
  ended_at timestamptz check ((ended_at is null) = (state = 'open'))
);

create unique index refund_requests_open on refund_requests (order_id) where state = 'open';
create index refund_requests_of_order on refund_requests (order_id, asked_at desc);
create index refund_requests_waiting on refund_requests (asked_at) where state = 'open';

-- The texts go with the account.
create function forget_refund_requests() returns trigger language plpgsql as $$
begin
  update refund_requests set reason = null, answer = null
  from orders where orders.user_id = new.id and refund_requests.order_id = orders.id;
  return null;
end $$;

create trigger forget_refund_requests after update of closed_at on users
  for each row when (new.closed_at is not null) execute function forget_refund_requests();
