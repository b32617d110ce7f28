import Fastify from 'fastify'
import { Pool } from 'pg'
import { uuidv7 } from '#server/db/ids.ts'
import { TOKEN_HASH_HEADER, USER_HEADER } from '../rig/requests.ts'
import { placeOrderStatement, sessionStatement } from '../rig/statements.ts'

// reference of orders and sessions: only Fastify and pg with the product's statements; no CSRF check, validation, envelope or log

/** As many connections as the product has by default. */
const POOL = 10
const PAYABLE_MS = 30 * 60 * 1000
const SESSION_IDLE_MS = 7 * 24 * 60 * 60 * 1000

export interface BareFastify {
  databaseUrl: string
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own caller
const { databaseUrl } = JSON.parse(process.argv[2] ?? '') as BareFastify
const pool = new Pool({ connectionString: databaseUrl, max: POOL })
const placing = await placeOrderStatement()
const session = await sessionStatement()
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
    orderNo: `${now}-${(orders += 1)}`,
    source: null,
    now: new Date(now),
    expiresAt: new Date(now + PAYABLE_MS),
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

const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
process.send?.(Number(address.port))
process.once('disconnect', () => process.exit())
