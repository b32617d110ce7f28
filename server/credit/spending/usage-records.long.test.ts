import { expect, test } from 'vitest'
import type { Query } from '../../db/sql.ts'
import { newApplication } from '../../testing/applications/applications.ts'
import { startTestServer, type TestServer, type TestUser } from '../../testing/harness.ts'
import { listSpendingRecords } from './usage-records.store.ts'

const CHARGES = 10_000
/** Each far below the time that a statement may take. */
const BATCH = 500
/** The numbers of the charges of the rare application by the rare key; there are thousands around each. */
const RARE = [1_000, 5_000, 9_000]
const KEY = '01900000-0000-7000-8000-000000000001'

type Spender = Awaited<ReturnType<typeof newApplication>>

/** Many charges of a customer by one application, and a few by another and an API key. */
async function addCharges(
  { sql }: TestServer,
  { user }: TestUser,
  { common, rare }: { common: Spender; rare: Spender },
): Promise<void> {
  await sql`insert into credit_accounts (user_id) values (${user.id})`
  for (let from = 0; from < CHARGES; from += BATCH)
    await sql`
      with made as materialized (
        select n, uuidv7() as id, now() - interval '29 days' * (1 - n::float8 / ${CHARGES}) as at,
          n = any(${RARE}::int[]) as "isRare"
        from generate_series(${from}::int, ${from + BATCH - 1}::int) n
      ), charge as (
        insert into credit_charges (user_id, id, application_id, api_key_id, amount, owed, reason, position,
          entries, created_at)
        select ${user.id}, id, case when "isRare" then ${rare.id}::uuid else ${common.id}::uuid end,
          case when "isRare" then ${KEY}::uuid end, 10, 0, '翻译', n + 1, 1, at
        from made
      )
      insert into credit_ledger (id, user_id, position, type, delta, balance_after, idempotency_key, actor,
        created_at, charge_id)
      select gen_random_uuid(), ${user.id}, n + 1, 'consume', -10, 0, 'charge:' || id, 'user', at, id from made`
}

interface PlanNode {
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

/** The most rows that any step of a statement looked at. */
function mostRowsOf(node: PlanNode): number {
  const own = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
  return Math.max(own, ...(node.Plans ?? []).map(mostRowsOf))
}

/** A query that runs its statements and keeps how many rows they looked at. */
function measureRows(sql: Query) {
  const looked: number[] = []
  const query: Query = async (strings, ...values) => {
    const [head = '', ...rest] = strings
    const explained = [`explain (analyze, timing off, format json) ${head}`, ...rest]
    const [plan] = await sql<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
      Object.assign(explained, { raw: explained }),
      ...values,
    )
    looked.push(mostRowsOf(plan!['QUERY PLAN'][0]!.Plan))
    return []
  }
  return { query, looked }
}

test('a page costs the same by any filter, however many charges others made', async () => {
  await using server = await startTestServer()
  const ann = await server.newUser()
  const common = await newApplication(server)
  const rare = await newApplication(server)
  await addCharges(server, ann, { common, rare })
  // the application that is rare for her is not rare for others
  await addCharges(server, await server.newUser(), { common: rare, rare: common })
  await server.sql`analyze`
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  const days = { userId: ann.user.id, first: day(30), last: day(-1) }
  const part = { after: null, limit: 21, timeZone: 'Asia/Shanghai' }
  const nobody = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
  for (const [filter, found] of [
    [{ applicationId: null, apiKeyId: null }, 21],
    [{ applicationId: null, apiKeyId: 'none' }, 21],
    [{ applicationId: rare.id, apiKeyId: null }, RARE.length],
    [{ applicationId: null, apiKeyId: KEY }, RARE.length],
    [{ applicationId: rare.id, apiKeyId: KEY }, RARE.length],
    [{ applicationId: rare.id, apiKeyId: 'none' }, 0],
    [{ applicationId: nobody, apiKeyId: null }, 0],
    [{ applicationId: null, apiKeyId: nobody }, 0],
  ] as const) {
    const asked = { ...days, ...filter }
    const what = JSON.stringify(filter)
    expect(await listSpendingRecords(server.sql, asked, part), what).toHaveLength(found)
    const { query, looked } = measureRows(server.sql)
    await listSpendingRecords(query, asked, part)
    expect(looked[0], what).toBeLessThan(100)
  }
})
