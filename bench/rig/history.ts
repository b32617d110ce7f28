import { Client } from 'pg'
import { CUSTOMER_ID_PREFIX } from '#harness/customers.ts'
import { dropIndexesAndForeignKeys } from './table-upkeep.ts'

/** Rows of one statement; larger batches would make the write-ahead log larger than the table. */
const BATCH = 500_000
const TABLES = ['orders', 'credit_ledger']

/**
 * Fills a shop's tables with paid orders and their credit, oldest first. Customers take turns, so
 * that the rows of one customer lie far apart on the disk, as they do after years.
 */
export async function fillHistory(
  databaseUrl: string,
  { orders, ordersEach }: { orders: number; ordersEach: number },
): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const customers = orders / ordersEach
    const restore = await dropIndexesAndForeignKeys(client, TABLES)
    await client.query(
      `insert into users (id, email, password_hash, nickname, created_at)
       select ${customerId('n')}, 'customer-' || n || '@example.com', 'none', 'Ann', now()
       from generate_series(0, $1::bigint - 1) n on conflict do nothing`,
      [customers],
    )
    await client.query(
      `insert into credit_accounts (user_id, balance, entries)
       select ${customerId('n')}, 2000 * $2::bigint, $2 from generate_series(0, $1::bigint - 1) n`,
      [customers, ordersEach],
    )
    for (let first = 0; first < orders; first += BATCH) {
      await fillBatch(client, { first, last: Math.min(first + BATCH, orders) - 1, customers })
    }
    for (const statement of restore) await client.query(statement)
    for (const table of TABLES) await client.query(`vacuum (analyze) ${table}`)
  } finally {
    await client.end()
  }
}

const customerId = (number: string) =>
  `('${CUSTOMER_ID_PREFIX}' || lpad(to_hex(${number}), 12, '0'))::uuid`

async function fillBatch(
  client: Client,
  { first, last, customers }: { first: number; last: number; customers: number },
): Promise<void> {
  await client.query(
    `with made as materialized (
       select n, uuidv7() as id, ${customerId('n % $3::bigint')} as user_id,
         now() - interval '1 year' + n * interval '1 ms' as at
       from generate_series($1::bigint, $2::bigint) n
     ), placed as (
       insert into orders (id, user_id, order_no, state, plan_id, plan_version, plan, num, amount,
         currency, credit, bonus_credit, payment_intent_id, created_at, expires_at, paid_at)
       select id, user_id, 'B' || n, 'paid', 'trial', 1,
         '{"id": "trial", "name": "体验版", "validDays": 90}', 1, 1990, 'cny', 2000, 0, 'pi_' || n,
         at, at, at
       from made
     )
     insert into credit_ledger (id, user_id, position, type, delta, balance_after, order_id,
       idempotency_key, actor, created_at)
     select uuidv7(), user_id, 1 + n / $3, 'purchase', 2000, 2000 * (1 + n / $3), id,
       'order:' || id || ':purchase', 'provider', at
     from made`,
    [first, last, customers],
  )
}
