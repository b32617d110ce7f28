-- What an order's event happened for is a code, and no text of a person: refunds and the operator's actions have
-- those. Events that a node of the release before writes while this one starts keep their English sentence.

-- what it is about: the provider's refund or dispute, or what of a payment differs, separated by spaces
alter table order_events add column about text;

update order_events
set reason = part[1] || '_' || part[3], about = part[2]
from (select id as event, regexp_match(reason, '^(refund|dispute) (\S+) of \d+ (\w+)') as part from order_events) parsed
where part is not null and id = event;
update order_events set reason = 'differs', about = replace(substring(reason from 10), ',', '')
where reason like 'differs: %';
update order_events set reason = 'late' where reason like 'late: was %';
update order_events set reason = 'waits_for_buyer' where reason = 'waits for the buyer';
update order_events set reason = 'no_result' where reason = 'the try to pay came to nothing';
update order_events set reason = 'unknown_intent' where reason = 'the provider does not know its intent';
update order_events set reason = 'recovered' where actor = 'operator' and from_state = to_state and about is null;

drop index order_events_outcomes, order_events_failed, order_events_failed_of_order;
create index order_events_outcomes on order_events (created_at) include (order_id, to_state, reason, method)
  where (to_state = 'paid' and from_state in ('pending', 'processing', 'cancelled', 'expired'))
    or (to_state = 'pending' and from_state is not null and reason is not null and reason <> 'waits_for_buyer');
create index order_events_failed on order_events (created_at, id) include (order_id, reason, method)
  where to_state = 'pending' and from_state is not null and reason is not null and reason <> 'waits_for_buyer';
create index order_events_failed_of_order on order_events (order_id, created_at, id) include (reason, method)
  where to_state = 'pending' and from_state is not null and reason is not null and reason <> 'waits_for_buyer';

-- Alerts say what people read.
update alerts set facts = jsonb_set(facts, '{reason}', to_jsonb(substring(facts ->> 'reason' from ': (.*)$')))
where kind in ('refund_failed', 'dispute_opened') and facts ->> 'reason' ~ '^(refund|dispute) \S+ of \d+ \w+: ';
update alerts set facts = facts - 'reason'
where kind in ('refund_failed', 'dispute_opened') and facts ->> 'reason' ~ '^(refund|dispute) \S+ of \d+ \w+$';
update alerts
set facts = jsonb_set(facts, '{reason}', to_jsonb('与订单不符：' || (
  select string_agg(coalesce(label, name), '、' order by place)
  from unnest(string_to_array(substring(facts ->> 'reason' from 10), ', ')) with ordinality as differing (name, place)
  left join (values ('intent', '支付意图'), ('amount', '应收金额'), ('received', '实收金额'), ('currency', '货币'),
    ('livemode', '测试与真实模式'), ('owner', '所属订单')) as labels (name, label) using (name))))
where kind = 'order_exception' and facts ->> 'reason' like 'differs: %';

-- Locks orders before the credit account, as payments and refunds do.
create or replace function forget_texts_about(p_user uuid) returns void language plpgsql as $$
declare
  -- of operator_actions and operator_requests
  subjects text[] := array(
    select p_user::text
    union all select id::text from orders where user_id = p_user
    union all select id::text from invoices where user_id = p_user);
begin
  if not exists (select from users where id = p_user and closed_at is not null) then
    raise exception 'the account is open: its texts stay';
  end if;
  update orders set attempted_from = null where user_id = p_user and attempted_from is not null;
  -- one without an answer is sent again as it was
  update refunds set reason = null
  from orders o
  where o.user_id = p_user and refunds.order_id = o.id and refunds.reason is not null and refunds.status <> 'asked';
  update alerts set facts = facts - 'reason'
  where facts ? 'reason' and facts ->> 'orderNo' in (select order_no from orders where user_id = p_user);

  perform from credit_accounts where user_id = p_user for no key update;
  update credit_ledger set reason = null where user_id = p_user and reason is not null;
  update credit_holds set reason = '' where user_id = p_user and reason <> '';
  update credit_charges set reason = '', usage = null where user_id = p_user and (reason <> '' or usage is not null);
  update credit_reversals set reason = '' where user_id = p_user and reason <> '';
  -- the applications' own keys; from now on their calls get ACCOUNT_CLOSED
  delete from credit_requests where user_id = p_user;

  update invoice_events event set reason = null
  from invoices i
  where i.user_id = p_user and i.issued_at is null and event.invoice_id = i.id and event.reason is not null;
  delete from operator_requests where subject = any(subjects) and outcome is null;
  update operator_requests set reason = null where subject = any(subjects) and reason is not null;
  update operator_actions
  set reason = null, given = without_texts(given)
  where subject = any(subjects) and (reason is not null or given <> without_texts(given));
end $$;
