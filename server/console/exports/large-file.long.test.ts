import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { administer } from '../../testing/database/administer.ts'
import { seedPlans } from '../../recharge/plans/plans.store.ts'
import { startTestConsole } from '../../testing/console/console.ts'
import { cookieOf, fileAddress, ticketFor } from '../../testing/console/download.ts'
import { startTestServer } from '../../testing/harness.ts'
import { SMALL } from '../../testing/shop.ts'

const LONG = 180_000
const ORDERS = 100_000
const MEGABYTE = 1024 * 1024
/** The memory is looked at after each of these. */
const STEP = 25 * MEGABYTE

setFlagsFromString('--expose-gc')
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the flag makes it
const collectGarbage = runInNewContext('gc') as () => void

/** What is still referred to, in bytes. */
function liveMemory(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

test(
  'a file of 100,000 rows and 300 MB is whole, and memory stays far below it',
  async () => {
    await using server = await startTestServer()
    await using staff = await startTestConsole(server.deps)
    await seedPlans(server.sql, [SMALL])
    const { user } = await server.newUser()
    await administer(
      server.database.url,
      // the trigger of each row would renew the version of one customer's list 100,000 times in one transaction
      `alter table orders disable trigger user;
       insert into orders (id, user_id, order_no, state, plan_id, plan_version, plan, num, amount, currency, credit,
         bonus_credit, source, created_at, expires_at)
       select uuidv7(n * interval '1 us'), '${user.id}', lpad(n::text, 18, '0'), 'expired', '${SMALL.id}', 1,
         '{"name": "x"}', 1, 1990, 'cny', 2000, 0, repeat('字', 1000), now(), now()
       from generate_series(1, ${ORDERS}) n;
       alter table orders enable trigger user`,
    )
    const owner = await staff.newOperator('owner')
    const address = await staff.app.listen({ port: 0, host: '127.0.0.1' })
    const { ticket, rows } = await ticketFor(owner, 'orders')
    expect(rows).toBe(ORDERS)
    const before = liveMemory()
    const headers = { cookie: cookieOf(owner), 'sec-fetch-site': 'same-origin' }
    const request = get(address + fileAddress('orders', {}, ticket), { headers, agent: false })
    const [answer]: IncomingMessage[] = await once(request, 'response')
    let [bytes, lines, most, nextLook] = [0, 0, 0, STEP]
    for await (const chunk of answer!) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a stream without encoding
      const part = chunk as Buffer
      bytes += part.length
      for (const byte of part) if (byte === 10) lines += 1
      if (bytes < nextLook) continue
      nextLook += STEP
      most = Math.max(most, liveMemory())
    }
    expect(lines).toBe(ORDERS + 1)
    expect(bytes).toBeGreaterThan(300 * MEGABYTE)
    expect(most).toBeGreaterThan(0)
    expect(most - before).toBeLessThan(60 * MEGABYTE)
    const outcome = () => server.sql<{ outcome: string; result: object }>`
      select outcome, result from operator_actions where command = 'console export'`
    await expect.poll(outcome).toEqual([{ outcome: 'done', result: { rows: ORDERS } }])
  },
  LONG,
)
