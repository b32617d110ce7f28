import { Client } from 'pg'
import { CUSTOMER_ID_PREFIX } from '#harness/customers.ts'
import { dropIndexesAndForeignKeys } from './table-upkeep.ts'

/** Rows of one statement; larger batches would make the write-ahead log larger than the table. */
const BATCH = 500_000
const FILLED = ['orders', 'credit_ledger']
/** As many as some weeks have; older events and sent mails go by themselves. */
const MOST_EVENTS = 1_000_000
const MAILS = 10_000
const ACTIONS = 10_000

interface Size {
  orders: number
  users: number
}

/** An order of the middle, for calls about one. */
export interface SampleOrder {
  orderNo: string
  userId: string
  email: string
}

/**
 * Fills a shop with a year of orders of all states, methods and sources, an entry of the ledger for each, and with
 * events, mails and audit rows. Ids bear the time of their order. Customers take turns, so that the rows of one lie
 * far apart on the disk, as they do after years.
 */
export async function fillConsole(
  databaseUrl: string,
  { orders, users }: Size,
): Promise<SampleOrder> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(`set synchronous_commit = off`)
    await client.query(`set maintenance_work_mem = '512MB'`)
    const restore = await dropIndexesAndForeignKeys(client, FILLED)
    await client.query(
      `insert into users (id, email, password_hash, nickname, source, created_at)
       select ${customerId('n')}, 'customer-' || n || '@example.com', 'none', 'Ann ' || n, 'zhihu', now()
       from generate_series(0, $1::bigint - 1) n`,
      [users],
    )
    await client.query(
      `insert into credit_accounts (user_id, balance, entries)
       select ${customerId('n')}, 2000 * $2::bigint, $2 from generate_series(0, $1::bigint - 1) n`,
      [users, orders / users],
    )
    for (let first = 0; first < orders; first += BATCH) {
      await fillBatch(client, { first, last: Math.min(first + BATCH, orders) - 1, orders, users })
    }
    for (const statement of restore) await client.query(statement)
    await fillRest(client, Math.min(orders, MOST_EVENTS))
    await client.query('vacuum (analyze)')
    const { rows } = await client.query<SampleOrder>(
      `select order_no as "orderNo", user_id as "userId", email
       from orders join users on users.id = user_id where order_no = $1`,
      [`B${Math.floor(orders / 2)}`],
    )
    return rows[0]!
  } finally {
    await client.end()
  }
}

const customerId = (number: string) =>
  `('${CUSTOMER_ID_PREFIX}' || lpad(to_hex(${number}), 12, '0'))::uuid`

/** Of ten thousand orders one waits for a person, six are refunded and six disputed; the rest is paid or expired. */
async function fillBatch(
  client: Client,
  { first, last, orders, users }: Size & { first: number; last: number },
): Promise<void> {
  await client.query(
    `with made as materialized (
       select n, uuidv7(interval '-1 year' * (1 - n::float8 / $3)) as id, ${customerId('n % $4::bigint')} as user_id,
         now() - interval '1 year' * (1 - n::float8 / $3) as at,
         case when n % 10000 = 7 then 'exception' when n % 1667 = 5 then 'refunded' when n % 5 = 0 then 'expired'
           else 'paid' end as state
       from generate_series($1::bigint, $2::bigint) n
     ), placed as (
       insert into orders (id, user_id, order_no, state, dispute, plan_id, plan_version, plan, num, amount, currency,
         credit, bonus_credit, source, payment_method, payment_intent_id, created_at, expires_at, paid_at)
       select id, user_id, 'B' || n, state, case when n % 1667 = 11 then 'won' end, 'trial', 1,
         '{"id": "trial", "name": "体验版", "validDays": 90}', 1, 1990, 'cny', 2000, 0,
         (array['zhihu', 'bilibili', 'direct'])[1 + n % 3],
         case when state in ('paid', 'refunded') then jsonb_build_object(
           'type', (array['card', 'alipay', 'wechat_pay'])[1 + n % 3], 'brand', 'visa',
           'last4', lpad((n % 10000)::text, 4, '0')) end,
         'pi_' || n, at, at, case when state in ('paid', 'refunded') then at end
       from made
     )
     insert into credit_ledger (id, user_id, position, type, delta, balance_after, order_id, idempotency_key, actor,
       created_at)
     select uuidv7(), user_id, 1 + n / $4, 'purchase', 2000, 2000 * (1 + n / $4), id, 'order:' || id || ':purchase',
       'provider', at
     from made`,
    [first, last, orders, users],
  )
}

async function fillRest(client: Client, events: number): Promise<void> {
  await client.query(
    `insert into provider_events (id, type, created_at, applied_at, order_id)
     select 'evt_' || order_no, case when random() < 0.001 then 'charge.refunded' else 'payment_intent.succeeded' end,
       created_at, created_at, id
     from (select * from orders order by id desc limit $1) newest`,
    [events],
  )
  await client.query(
    `insert into jobs (id, kind, payload, state, finished_at)
     select uuidv7(n * interval '-1 min'), 'mail', '{}', 'done', now() from generate_series(1, $1) n`,
    [MAILS],
  )
  await client.query(
    `insert into operator_actions (id, operator, command, given, subject, outcome, result, finished_at)
     select uuidv7(n * interval '-1 min'), 'a@shop.test', 'orders check', '{}', 'B' || n, 'done', '{}', now()
     from generate_series(1, $1) n`,
    [ACTIONS],
  )
}
