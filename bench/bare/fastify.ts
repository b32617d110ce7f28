import Fastify from 'fastify'
import { Pool } from 'pg'
import { uuidv7 } from '#server/db/ids.ts'
import { MOST_UNPAID_LIMITED_ORDERS } from '#server/recharge/limits.ts'
import { TOKEN_HASH_HEADER, USER_HEADER } from '../rig/requests.ts'
import {
  type SpendingCall,
  type SpendingParameter,
  spendingStatements,
} from '../rig/spending-statements.ts'
import { placeOrderStatement, sessionStatement } from '../rig/statements.ts'

// reference of orders, sessions and spending: only Fastify and pg with the product's statements; no CSRF check, keys,
// limits, validation, envelope or log

/** As many connections as the product has by default. */
const POOL = 10
const PAYABLE_MS = 30 * 60 * 1000
const SESSION_IDLE_MS = 7 * 24 * 60 * 60 * 1000

const HOLD_MS = 60 * 60 * 1000
/** In place of a hash of the request. */
const HASH = Buffer.alloc(32)

export interface BareFastify {
  databaseUrl: string
  /** That spends. */
  applicationId?: string
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own caller
const { databaseUrl, applicationId } = JSON.parse(process.argv[2] ?? '') as BareFastify
const pool = new Pool({ connectionString: databaseUrl, max: POOL })
const placing = await placeOrderStatement()
const session = await sessionStatement()
const spending = await spendingStatements()
const app = Fastify()

interface Body {
  id: string
  num: number
}

let orders = 0

app.post<{ Body: Body }>('/order', async ({ body: { id, num }, headers }) => {
  const now = Date.now()
  const given = {
    userId: headers[USER_HEADER],
    planId: id,
    num,
    amount: null,
    orderNo: `${now}-${(orders += 1)}`,
    source: null,
    now: new Date(now),
    expiresAt: new Date(now + PAYABLE_MS),
    mostUnpaid: MOST_UNPAID_LIMITED_ORDERS,
  }
  const values = placing.parameters.map((name) => (name === 'newId' ? uuidv7() : given[name]))
  const { rows } = await pool.query({ name: 'order', text: placing.text, values })
  return rows[0]
})

app.get('/session', async ({ headers }) => {
  const now = Date.now()
  const given = {
    tokenHash: Buffer.from(String(headers[TOKEN_HASH_HEADER]), 'hex'),
    now: new Date(now),
    seenAfter: new Date(now - SESSION_IDLE_MS),
  }
  const values = session.parameters.map((name) => given[name])
  const { rows } = await pool.query({ name: 'session', text: session.text, values })
  return { isLogin: rows.length === 1 }
})

interface Spending {
  Params: { hold?: string }
  Body: { amount: number; reason?: string; usage?: object }
}

for (const [call, path] of [
  ['charge', '/charge'],
  ['hold', '/hold'],
  ['capture', '/capture/:hold'],
] as const) {
  app.post<Spending>(path, async ({ params, body, headers }) => {
    const { amount, reason = null, usage = null } = body
    const now = Date.now()
    return spend(call, {
      ...{ user: headers[USER_HEADER], id: uuidv7(), hold: params.hold, amount, reason },
      ...{ application: applicationId, isFirstParty: true, apiKey: null, mayBeLarge: false },
      ...{ usage: usage && JSON.stringify(usage), key: headers['idempotency-key'], hash: HASH },
      ...{ timeZone: 'Asia/Shanghai', at: new Date(now), expiresAt: new Date(now + HOLD_MS) },
    })
  })
}

async function spend(
  call: SpendingCall,
  given: Record<SpendingParameter, unknown>,
): Promise<unknown> {
  const { text, parameters } = spending[call]
  const values = parameters.map((name) => given[name])
  const { rows } = await pool.query({ name: call, text, values })
  return rows[0]
}

const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
process.send?.(Number(address.port))
process.once('disconnect', () => process.exit())
