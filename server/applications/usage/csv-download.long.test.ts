import { once } from 'node:events'
import { get, type IncomingMessage, type ServerResponse } from 'node:http'
import { expect, test, vi } from 'vitest'
import { usageCsv } from '#contract/credit/usage.ts'
import type { Query, Sql } from '../../db/sql.ts'
import { newApplication } from '../../testing/applications/applications.ts'
import { createTestDatabase } from '../../testing/database/test-database.ts'
import { startTestServer, type TestServer, type TestUser } from '../../testing/harness.ts'

const CHARGES = 10_000
const BATCH = 500
const FIELDS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
const PAGES = CHARGES / 1_000

/** Charges with long texts: their file is larger than what the system keeps for a slow line. */
async function addLargeCharges({ sql }: TestServer, { user }: TestUser): Promise<void> {
  const application = await newApplication({ sql })
  const text = '字'.repeat(200)
  const usage = JSON.stringify(Object.fromEntries(FIELDS.map((name) => [name, text])))
  await sql`insert into credit_accounts (user_id) values (${user.id})`
  for (let from = 0; from < CHARGES; from += BATCH)
    await sql`
      with made as materialized (
        select n, uuidv7() as id from generate_series(${from}::int, ${from + BATCH - 1}::int) n
      ), charge as (
        insert into credit_charges (user_id, id, application_id, amount, owed, reason, usage, position, entries,
          created_at)
        select ${user.id}, id, ${application.id}, 1, 0, '翻译', ${usage}::jsonb, n + 1, 1, now() from made
      )
      insert into credit_ledger (id, user_id, position, type, delta, balance_after, idempotency_key, actor,
        created_at, charge_id)
      select gen_random_uuid(), ${user.id}, n + 1, 'consume', -1, 0, 'charge:' || id, 'user', now(), id from made`
}

/** A query that counts the pages of records that are read. */
function countPages(sql: Sql) {
  const pages = { count: 0 }
  const count: Query = (strings, ...values) => {
    if (strings.some((part) => part.includes('from credit_charges'))) pages.count += 1
    return sql(strings, ...values)
  }
  return { pages, query: Object.assign(count, { begin: sql.begin, end: sql.end }) }
}

test('a slow download reads no more than is sent; one that is broken off reads nothing more', async () => {
  await using database = await createTestDatabase()
  const { pages, query } = countPages(database.sql)
  await using server = await startTestServer({ database, deps: { sql: query } })
  const ann = await server.newUser()
  await addLargeCharges(server, ann)
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
  const cookie = [...ann.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const open = async () => {
    const arrived = once(server.app.server, 'request')
    const request = get(address + usageCsv.path, { headers: { cookie } })
    const [answer]: IncomingMessage[] = await once(request, 'response')
    const [, response]: [unknown, ServerResponse] = Object(await arrived)
    return { request, answer: answer!, response }
  }

  const slow = await open()
  expect(slow.answer.statusCode).toBe(200)
  await vi.waitUntil(() => slow.response.writableNeedDrain, { timeout: 10_000 })
  expect(pages.count).toBeLessThan(PAGES / 2)

  const closed = once(slow.response, 'close')
  slow.request.destroy()
  await closed
  const read = pages.count
  // a second, whole download takes its time, in which the first would have gone on
  pages.count = 0
  const { answer } = await open()
  let bytes = 0
  for await (const chunk of answer) bytes += Buffer.byteLength(chunk)
  expect(bytes).toBeGreaterThan(CHARGES * FIELDS.length * 600)
  expect(pages.count - (PAGES + 1)).toBeLessThanOrEqual(1)
  expect(read).toBeLessThan(PAGES / 2)
})
