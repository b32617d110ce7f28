import { Client } from 'pg'
import { userIdSql } from './spenders.ts'
import { dropIndexesAndForeignKeys } from './table-upkeep.ts'

/** Rows of one statement; larger batches would make the write-ahead log larger than the table. */
const BATCH = 500_000
const FILLED = ['credit_ledger', 'credit_charges', 'credit_requests']
const GRANTED = 1_000_000_000_000
const CHARGED = 10
/** Each user's two grants come before the charges. */
const GRANTS = 2

interface History {
  /** Number of the first user. */
  first?: number
  users: number
  /** Of all users together; spread over the last 30 days. */
  charges?: number
  applicationId: string
}

/**
 * Fills a shop with users who have credit in two lots, and with their charges, oldest first. Users take turns, so
 * that the rows of one user lie far apart on the disk, as they do after years.
 */
export async function fillCredit(
  databaseUrl: string,
  { first = 0, users, charges = 0, applicationId }: History,
): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(`set synchronous_commit = off`)
    await client.query(`set maintenance_work_mem = '512MB'`)
    await addUsers(client, { first, users, each: charges / users })
    if (charges > 0) {
      const restore = await dropIndexesAndForeignKeys(client, FILLED)
      const all = { first, users, charges, applicationId }
      for (let from = 0; from < charges; from += BATCH) {
        await addCharges(client, { ...all, from, to: Math.min(from + BATCH, charges) - 1 })
      }
      for (const statement of restore) await client.query(statement)
      await addUsageDays(client, { first, users })
    }
    await client.query('vacuum (analyze)')
  } finally {
    await client.end()
  }
}

async function addUsers(
  client: Client,
  { first, users, each }: { first: number; users: number; each: number },
): Promise<void> {
  const id = userIdSql('n')
  const all = `generate_series(${first}::bigint, ${first + users - 1}::bigint) n`
  const spent = CHARGED * each
  await client.query(
    `insert into users (id, email, password_hash, nickname, created_at)
     select ${id}, 'customer-' || n || '@example.com', 'none', 'Ann', now() from ${all}`,
  )
  await client.query(
    `insert into credit_accounts (user_id, balance, entries)
     select ${id}, ${2 * GRANTED - spent}, ${GRANTS + each} from ${all}`,
  )
  // the lot that is spent first has its user's id
  await client.query(
    `insert into credit_lots (id, user_id, kind, granted, remaining, expires_at, created_at)
     select ${id}, ${id}, 'bonus', ${GRANTED}, ${GRANTED - spent}, now() + interval '1 year', now() from ${all}
     union all
     select gen_random_uuid(), ${id}, 'adjust', ${GRANTED}, ${GRANTED}, null, now() from ${all}`,
  )
  await client.query(
    `insert into credit_ledger (id, user_id, position, type, delta, balance_after, lot_id, idempotency_key,
       actor, created_at)
     select gen_random_uuid(), user_id, place, 'adjust', ${GRANTED}, place * ${GRANTED}, id, 'grant:' || place,
       'operator', created_at - interval '40 days'
     from (select *, row_number() over (partition by user_id order by kind desc) as place from credit_lots
       where user_id between ${userIdSql(`${first}`)} and ${userIdSql(`${first + users - 1}`)}) lot`,
  )
}

async function addCharges(
  client: Client,
  given: Required<History> & { from: number; to: number },
): Promise<void> {
  const { first, users, charges, applicationId, from, to } = given
  const balance = `${GRANTS * GRANTED} - ${CHARGED} * (1 + n / ${users})`
  await client.query(
    `with made as materialized (
       select n, uuidv7() as id, ${userIdSql(`${first} + n % ${users}`)} as user_id,
         ${GRANTS + 1} + n / ${users} as position,
         now() - interval '30 days' * (1 - n::float8 / ${charges}) as at
       from generate_series(${from}::bigint, ${to}::bigint) n
     ), charge as (
       insert into credit_charges (user_id, id, application_id, amount, owed, reason, usage, position, entries,
         created_at)
       select user_id, id, '${applicationId}', ${CHARGED}, 0, '翻译文档', '{"characters": 1200}', position, 1, at
       from made
     ), request as (
       insert into credit_requests (user_id, application_id, idempotency_key, request_hash, object_id)
       select user_id, '${applicationId}', gen_random_uuid()::text, sha256(id::text::bytea), id from made
     )
     insert into credit_ledger (id, user_id, position, type, delta, balance_after, lot_id, idempotency_key,
       actor, reason, created_at, charge_id)
     select gen_random_uuid(), user_id, position, 'consume', -${CHARGED}, ${balance}, user_id, 'charge:' || id,
       'user', '翻译文档', at, id
     from made`,
  )
}

async function addUsageDays(
  client: Client,
  { first, users }: { first: number; users: number },
): Promise<void> {
  await client.query(
    `insert into credit_usage_days (user_id, day, application_id, api_key_id, charged, charges)
     select user_id, (created_at at time zone 'Asia/Shanghai')::date, application_id,
       '00000000-0000-0000-0000-000000000000', sum(amount), count(*)
     from credit_charges
     where user_id between ${userIdSql(`${first}`)} and ${userIdSql(`${first + users - 1}`)}
     group by 1, 2, 3`,
  )
}
