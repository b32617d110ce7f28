-- The money that came for an order in `exception` may be more than its price, and all of it can be refunded. Of a paid
-- order never more than its price.
alter table orders drop constraint orders_check;
alter table orders add constraint orders_refunded_within_price
  check (refunded_amount >= 0 and (paid_at is null or refunded_amount <= amount));

-- such refunds were stored as the price
update orders set refunded_amount = given_back.amount
from (
  select order_id, sum(amount) as amount from refunds where status in ('pending', 'succeeded') group by order_id
) given_back
where orders.id = given_back.order_id and orders.state in ('exception', 'refunded') and orders.paid_at is null
  and orders.refunded_amount < given_back.amount;
