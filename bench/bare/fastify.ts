import Fastify from 'fastify'
import { Pool } from 'pg'
import { uuidv7 } from '#server/db/ids.ts'
import { MOST_UNPAID_LIMITED_ORDERS } from '#server/recharge/limits.ts'
import { TOKEN_HASH_HEADER, USER_HEADER } from '../rig/requests.ts'
import {
  placeOrderStatement,
  sessionStatement,
  spendingStatements,
  type Statement,
} from '../rig/statements.ts'

// reference of orders, sessions and spending: only Fastify and pg with the product's statements; no CSRF check, keys,
// limits, validation, envelope or log

/** As many connections as the product has by default. */
const POOL = 10
const PAYABLE_MS = 30 * 60 * 1000
const SESSION_IDLE_MS = 7 * 24 * 60 * 60 * 1000

const HOLD_MS = 60 * 60 * 1000
/** In place of a hash of the request. */
const HASH = Buffer.alloc(32)

interface BareFastify {
  databaseUrl: string
  /** That spends. */
  applicationId?: string
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own caller
const { databaseUrl, applicationId } = JSON.parse(process.argv[2] ?? '') as BareFastify
const pool = new Pool({ connectionString: databaseUrl, max: POOL })
const placing = await placeOrderStatement()
const session = await sessionStatement()
const app = Fastify()

async function run(
  name: string,
  { text, parameters }: Statement,
  given: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const values = parameters.map((parameter) => given[parameter])
  const { rows } = await pool.query({ name, text, values })
  return rows[0]
}

let orders = 0

app.post<{ Body: { id: string; num: number } }>('/order', ({ body: { id, num }, headers }) => {
  const now = Date.now()
  return run('order', placing, {
    ...{ userId: headers[USER_HEADER], planId: id, num, amount: null, source: null },
    ...{ orderNo: `${now}-${(orders += 1)}`, now: new Date(now), newId: uuidv7() },
    ...{ expiresAt: new Date(now + PAYABLE_MS), mostUnpaid: MOST_UNPAID_LIMITED_ORDERS },
  })
})

app.get('/session', async ({ headers }) => {
  const now = Date.now()
  const tokenHash = Buffer.from(String(headers[TOKEN_HASH_HEADER]), 'hex')
  const given = { tokenHash, now: new Date(now), seenAfter: new Date(now - SESSION_IDLE_MS) }
  return { isLogin: (await run('session', session, given)) !== undefined }
})

interface Spending {
  Params: { hold?: string }
  Body: { amount: number; reason?: string; usage?: object }
}

for (const [call, statement] of Object.entries(await spendingStatements())) {
  const path = call === 'capture' ? '/capture/:hold' : `/${call}`
  app.post<Spending>(path, ({ params, body, headers }) => {
    const { amount, reason = null, usage = null } = body
    const now = Date.now()
    return run(call, statement, {
      ...{ user: headers[USER_HEADER], id: uuidv7(), hold: params.hold, amount, reason },
      ...{ application: applicationId, isFirstParty: true, apiKey: null, mayBeLarge: false },
      ...{ usage: usage && JSON.stringify(usage), key: headers['idempotency-key'], hash: HASH },
      ...{ timeZone: 'Asia/Shanghai', at: new Date(now), expiresAt: new Date(now + HOLD_MS) },
    })
  })
}

const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
process.send?.(Number(address.port))
process.once('disconnect', () => process.exit())
