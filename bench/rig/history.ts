import { Client } from 'pg'
import { CUSTOMER_ID_PREFIX } from '#harness/customers.ts'

/** Rows a statement; the log of the database is not to outgrow the table. */
const BATCH = 500_000
const TABLES = ['orders', 'credit_ledger']

/**
 * Fills a shop's tables with paid orders and their credit, in the order of time: customers take turns,
 * so that the rows of one lie far apart, as they do after years.
 */
export async function fillHistory(
  databaseUrl: string,
  { orders, ordersEach }: { orders: number; ordersEach: number },
): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const customers = orders / ordersEach
    const restore = await withoutUpkeep(client)
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

/** Takes away what slows filling and not reading, and returns the statements that bring indexes back. */
async function withoutUpkeep(client: Client): Promise<string[]> {
  const { rows: keys } = await client.query<{ name: string; of: string }>(
    `select conname as name, conrelid::regclass::text as of from pg_constraint
     where contype = 'f' and conrelid = any($1::regclass[])`,
    [TABLES],
  )
  for (const { name, of } of keys) await client.query(`alter table ${of} drop constraint ${name}`)
  const { rows: indexes } = await client.query<{ name: string; made: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made from pg_index
     where indrelid = any($1::regclass[])
       and not exists (select from pg_constraint where conindid = indexrelid)`,
    [TABLES],
  )
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  return indexes.map(({ made }) => made)
}

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
