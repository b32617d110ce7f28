import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { administer } from '../../testing/database/administer.ts'
import { prepareExport } from '#contract/console/exports.ts'
import { insertOrders } from '../../testing/console/console-shop.ts'
import { startTestConsole } from '../../testing/console/console.ts'
import { cookieOf, fileAddress, ticketFor } from '../../testing/console/download.ts'
import { oncePerFile } from '../../testing/once-per-file.ts'
import { startTestServer } from '../../testing/harness.ts'
import { seedPlans } from '../../recharge/plans/plans.store.ts'
import { SMALL } from '../../testing/shop.ts'

const ORDERS = 4_000
/** The outcome of a download that is still under way. */
const UNKNOWN = { outcome: null, result: null }

const fixtureOf = oncePerFile(start)

/** A shop whose orders fill a file that is larger than what the system keeps for a slow line. */
async function start() {
  const stack = new AsyncDisposableStack()
  const server = stack.use(await startTestServer({ environment: { LIMITS_FACTOR: '1' } }))
  const staff = stack.use(await startTestConsole(server.deps))
  const { sql } = server
  await seedPlans(sql, [SMALL])
  const { user } = await server.newUser()
  await insertOrders(sql, user.id, { count: ORDERS })
  // without the time limit of the shop's own statements
  await administer(server.database.url, `update orders set source = repeat('字', 2500)`)
  const owner = await staff.newOperator('owner')
  const address = await staff.app.listen({ port: 0, host: '127.0.0.1' })
  return {
    sql,
    owner,
    /** Begins a download and reads nothing of it. */
    async begin() {
      const { ticket } = await ticketFor(owner, 'orders')
      const headers = { cookie: cookieOf(owner), 'sec-fetch-site': 'same-origin' }
      const request = get(address + fileAddress('orders', {}, ticket), { headers, agent: false })
      const [answer]: IncomingMessage[] = await once(request, 'response')
      expect(answer!.statusCode).toBe(200)
      return { request, answer: answer! }
    },
    /** The connections of transactions that wait for a reader. */
    waiting: () => sql<{ pid: number }>`
      select pid from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction'
        and state_change < clock_timestamp() - interval '500 ms'`,
    /** How the downloads ended that begin from now on. */
    async outcomesFromNow() {
      const read = () => sql<{ outcome: string | null; result: { rows: number } | null }>`
        select outcome, result from operator_actions where command = 'console export' order by id`
      const before = (await read()).length
      return async () => (await read()).slice(before)
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** Reads to the end; throws when the answer is broken off. */
async function readAll(answer: IncomingMessage): Promise<number> {
  let bytes = 0
  for await (const chunk of answer) bytes += Buffer.byteLength(chunk)
  return bytes
}

test('slow reader: the database waits for it; one that goes away ends the reading, and a lost database breaks the file off, never a short one; both are written down', async () => {
  const fixture = await fixtureOf()
  const { sql, waiting, begin } = fixture
  const outcomes = await fixture.outcomesFromNow()
  const { request } = await begin()
  await expect.poll(waiting).toHaveLength(1)
  expect(await outcomes()).toEqual([UNKNOWN])
  request.destroy()
  await expect.poll(waiting).toEqual([])
  await expect.poll(outcomes).toMatchObject([{ outcome: 'failed' }])
  const [ended] = await outcomes()
  expect(ended!.result!.rows).toBeLessThan(ORDERS)

  const { answer } = await begin()
  await expect.poll(waiting).toHaveLength(1)
  const [reading] = await waiting()
  await sql`select pg_terminate_backend(${reading!.pid})`
  await expect(readAll(answer)).rejects.toThrow('aborted')
  expect(answer.complete).toBe(false)
  await expect.poll(outcomes).toMatchObject([{ outcome: 'failed' }, { outcome: 'failed' }])
})

test('two files at a time: a third one is refused until one of them has ended, and both are whole', async () => {
  const fixture = await fixtureOf()
  const { sql, owner, begin } = fixture
  const outcomes = await fixture.outcomesFromNow()
  const first = await begin()
  const second = await begin()
  const refused = await owner.call(prepareExport, { list: 'orders', filter: {} })
  expect([refused.status, refused.body.code]).toEqual([503, 'OVERLOADED'])
  expect(refused.body.message).toContain('已有 2 个文件正在导出')
  const bytes = await readAll(first.answer)
  expect(bytes).toBeGreaterThan(ORDERS * 7500)
  // who has read a file to its end may ask for the next one at once, however long writing it down takes
  const third = await begin()
  const { promise: release, resolve } = Promise.withResolvers<void>()
  const { promise: isRead, resolve: setRead } = Promise.withResolvers<void>()
  const writing = sql.begin(async (tx) => {
    await tx`set local idle_in_transaction_session_timeout = 0`
    await tx`lock table operator_actions in share mode`
    expect(await readAll(second.answer)).toBe(bytes)
    setRead()
    await release
  })
  try {
    await Promise.race([isRead, writing])
    const { status } = await owner.call(prepareExport, { list: 'orders', filter: {} })
    expect(status).toBe(200)
  } finally {
    resolve()
  }
  await writing
  expect(await readAll(third.answer)).toBe(bytes)
  const done = { outcome: 'done', result: { rows: ORDERS } }
  await expect.poll(outcomes).toEqual([done, done, done])
})
