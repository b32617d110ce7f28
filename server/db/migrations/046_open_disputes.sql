-- Orders whose payment is disputed and not decided: few, and they have a deadline.
create index orders_open_dispute on orders (id desc) where dispute = 'open';
