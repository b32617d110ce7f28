-- What came and went on one day, for the close of the day.

create index orders_by_payment_time on orders (paid_at, id) where paid_at is not null;
create index refunds_by_time on refunds (created_at, id) where status in ('pending', 'succeeded');
create index disputes_by_time on disputes (created_at, id);
create index disputes_won_by_time on disputes (updated_at, id) where status = 'won';
