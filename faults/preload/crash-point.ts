// Imported before the app: kills the process (SIGKILL) at one named point of an order's processing.
import { subscribe } from 'node:diagnostics_channel'
import { type ClientRequest, ServerResponse } from 'node:http'
import { Client } from 'pg'
import { createRandom } from '#harness/random.ts'
import { type CrashPoint, isCrashPoint } from '../crash-points.ts'

const named = process.env['FAULTS_CRASH_POINT'] ?? ''
if (!isCrashPoint(named)) throw new Error(`no crash point ${named}`)
const percent = Number(process.env['FAULTS_CRASH_PERCENT'])
const random = createRandom(Number(process.env['FAULTS_CRASH_SEED']))

function passPoint(point: CrashPoint): void {
  if (point === named && random.isIn(percent)) process.kill(process.pid, 'SIGKILL')
}

// the provider has answered, and the app has not read it yet
subscribe('http.client.response.finish', (message) => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what Node's documentation says of this channel
  const { request } = message as { request: ClientRequest }
  if (request.method !== 'POST') return
  if (/^\/v1\/payment_intents$/.test(request.path)) passPoint('intent-created')
  if (/^\/v1\/payment_intents\/[^/]+\/confirm$/.test(request.path)) passPoint('confirmed')
})

/** Connections whose open transaction has written credit. */
const connectionsWithCredit = new WeakSet<object>()

interface QueryConfig {
  text?: string
  /** Of the program's own prepared statements; the driver answers all others by a promise. */
  callback?: (error: Error | null, rows?: object[]) => void
}

const query: unknown = Reflect.get(Client.prototype, 'query')
if (typeof query !== 'function') throw new Error('the driver has no query')

Reflect.set(Client.prototype, 'query', function (this: object, ...given: unknown[]): unknown {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the driver takes a text or an object with one
  const asked = given[0] as string | QueryConfig | null
  const { text = '', callback } = typeof asked === 'string' ? { text: asked } : (asked ?? {})
  if (text.startsWith('begin')) connectionsWithCredit.delete(this)
  if (text.includes('insert into credit_ledger')) connectionsWithCredit.add(this)
  const isCredit = text === 'commit' && connectionsWithCredit.has(this)
  if (isCredit) passPoint('before-commit')
  const passAnswered = () => {
    if (text.includes('insert into orders')) passPoint('order-inserted')
    if (text.includes('set payment_intent_id =')) passPoint('intent-stored')
    if (isCredit) passPoint('after-commit')
  }
  if (callback && typeof asked === 'object' && asked !== null) {
    asked.callback = (error, rows) => {
      if (!error) passAnswered()
      callback(error, rows)
    }
  }
  const answer: unknown = Reflect.apply(query, this, given)
  if (!(answer instanceof Promise)) return answer
  return answer.then((result: unknown) => {
    passAnswered()
    return result
  })
})

const { writeHead } = ServerResponse.prototype
Reflect.set(
  ServerResponse.prototype,
  'writeHead',
  function (this: ServerResponse, ...given: unknown[]): unknown {
    if (this.req.method === 'POST' && this.req.url?.endsWith('/confirm-payment')) {
      if (given[0] === 200) passPoint('before-reply')
    }
    return Reflect.apply(writeHead, this, given)
  },
)
