import type { Client } from 'pg'

/** As many as some weeks have; older events and sent mails go by themselves. */
const MOST_EVENTS = 1_000_000
const MAILS = 10_000
const ACTIONS = 10_000
const REQUESTS = 20
/** A list of the small shop, too, fills its page: what is compared is the size of a table, not of a page. */
export const FULL_PAGE = 60

/** Fills a shop of so many orders with what happens beside them: events, mails, audit, visits, invoices, debts, and what waits for a person. */
export async function fillOccasions(client: Client, orders: number): Promise<void> {
  await client.query(
    `insert into provider_events (id, type, created_at, applied_at, order_id)
     select 'evt_' || order_no, case when random() < 0.01 then 'charge.refunded' else 'payment_intent.succeeded' end,
       created_at, created_at, id
     from (select * from orders order by id desc limit $1) newest`,
    [Math.min(orders, MOST_EVENTS)],
  )
  await client.query(
    `insert into jobs (id, kind, payload, state, finished_at)
     select uuidv7(n * interval '-1 min'), 'mail', '{}', 'done', now() from generate_series(1, $1) n`,
    [MAILS],
  )
  await client.query(
    `insert into jobs (id, kind, payload, state, finished_at)
     select uuidv7(n * interval '-1 min'), 'mail',
       jsonb_build_object('to', n || '@example.com', 'subject', '付款收据 B' || n), 'dead', now() - n * interval '1 min'
     from generate_series(1, $1) n`,
    [countOf(orders, 50_000)],
  )
  await client.query(
    `insert into operator_actions (id, operator, command, given, subject, outcome, result, finished_at)
     select uuidv7(n * interval '-1 min'), 'a@shop.test', 'orders check', '{}', 'B' || n, 'done', '{}', now()
     from generate_series(1, $1) n`,
    [ACTIONS],
  )
  await client.query(
    `insert into traffic_visits (day, source, visits)
     select current_date - n, source, 1 + $1::bigint / 365
     from generate_series(0, 365) n
     cross join (select distinct coalesce(source, '') as source from (
       select source from orders order by id desc limit 10000) newest) known`,
    [orders],
  )
  await client.query(
    `insert into alerts (kind, subject, facts, first_at, last_at)
     select 'order_unknown', 'pi_' || n, '{}', now() - n * interval '1 hour', now() - n * interval '1 hour'
     from generate_series(1, $1) n`,
    [countOf(orders, 10_000)],
  )
  await client.query(
    `with colleague as (
       insert into operators (id, email, name, role, created_at, unchanged_since)
       values (uuidv7(), 'colleague@example.com', '李雷', 'finance', now(), now()) returning id
     )
     insert into operator_requests (id, operator_id, command, given, preview, mark, requested_at, expires_at)
     select uuidv7(), id, 'orders refund', '{}', '{"sentences": ["将退款 ¥19.90。"]}', 'mark-' || n, now(),
       now() + interval '7 days'
     from colleague cross join generate_series(1, $1) n`,
    [REQUESTS],
  )
  await client.query(
    `with application as (
       insert into applications (id, client_id, client_secret_hash, name, is_first_party, redirect_urls, created_at)
       values (uuidv7(), 'bench', '', '翻译', true, '{}', now()) returning id
     )
     insert into application_messages (id, application_id, type, data, tries)
     select uuidv7(), id, 'credit.low', '{}', 5 from application cross join generate_series(1, $1) n`,
    [countOf(orders, 20_000)],
  )
  const invoices = Math.max(2 * FULL_PAGE, countOf(orders, 100))
  const requestedOf = Math.min(50, Math.floor(invoices / FULL_PAGE))
  await client.query(
    `with invoiced as materialized (
       select *, row_number() over () as n from (
         select * from orders where state = 'paid' order by id desc limit $1) newest
     ), asked as (
       insert into invoices (id, user_id, state, kind, name, tax_number, email, amount, currency, number, issued_at,
         requested_at)
       select id, user_id, case when n % $2 = 1 then 'requested' else 'issued' end, 'company', '公司 ' || n,
         lpad(n::text, 18, '0'), 'bench@example.com', amount, currency,
         case when n % $2 <> 1 then lpad(n::text, 20, '0') end, case when n % $2 <> 1 then paid_at end, paid_at
       from invoiced returning id
     )
     insert into invoice_orders (invoice_id, order_id, amount) select id, id, amount from invoiced`,
    [invoices, requestedOf],
  )
  await client.query(
    `with owing as (
       update credit_accounts set balance = balance - 2000, entries = entries + 1
       where user_id in (select id from users order by id desc limit $1)
       returning user_id, balance, entries
     ), lot as (
       insert into credit_lots (id, user_id, kind, granted, remaining, created_at)
       select user_id, user_id, 'debt', 0, -2000, now() from owing
     )
     insert into credit_ledger (id, user_id, position, type, delta, balance_after, lot_id, idempotency_key, actor,
       created_at)
     select gen_random_uuid(), user_id, entries, 'dispute_hold', -2000, balance, user_id, 'debt', 'provider', now()
     from owing`,
    [countOf(orders, 20_000)],
  )
}

/** One of so many orders, and a page in every shop. */
function countOf(orders: number, ofSoMany: number): number {
  return Math.max(FULL_PAGE, Math.round(orders / ofSoMany))
}
