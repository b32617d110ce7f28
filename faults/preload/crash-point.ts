// Loaded into the app before the app: it dies, as of kill -9, at one named point of the way of an order.
import { subscribe } from 'node:diagnostics_channel'
import { type ClientRequest, ServerResponse } from 'node:http'
import { Client } from 'pg'
import { seeded } from '../rig/random.ts'
import { type CrashPoint, isCrashPoint } from '../crash-points.ts'

const named = process.env['FAULTS_CRASH_POINT'] ?? ''
if (!isCrashPoint(named)) throw new Error(`no crash point ${named}`)
const percent = Number(process.env['FAULTS_CRASH_PERCENT'])
const random = seeded(Number(process.env['FAULTS_CRASH_SEED']))

function pass(point: CrashPoint): void {
  if (point === named && random.isIn(percent)) process.kill(process.pid, 'SIGKILL')
}

// what the provider has answered, before the app has read it
subscribe('http.client.response.finish', (message) => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what Node's documentation says of this channel
  const { request } = message as { request: ClientRequest }
  if (request.method !== 'POST') return
  if (/^\/v1\/payment_intents$/.test(request.path)) pass('intent-created')
  if (/^\/v1\/payment_intents\/[^/]+\/confirm$/.test(request.path)) pass('confirmed')
})

/** Connections whose open transaction has written credit. */
const crediting = new WeakSet<object>()

interface Spoken {
  text?: string
}

const query: unknown = Reflect.get(Client.prototype, 'query')
if (typeof query !== 'function') throw new Error('the driver has no query')

Reflect.set(Client.prototype, 'query', function (this: object, ...given: unknown[]): unknown {
  const [first] = given
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the driver takes a text or an object with one
  const text = typeof first === 'string' ? first : ((first as Spoken | null)?.text ?? '')
  if (text.startsWith('begin')) crediting.delete(this)
  if (text.includes('insert into credit_ledger')) crediting.add(this)
  const isCredit = text === 'commit' && crediting.has(this)
  if (isCredit) pass('before-commit')
  const answer: unknown = Reflect.apply(query, this, given)
  if (!(answer instanceof Promise)) return answer
  return answer.then((result: unknown) => {
    if (text.includes('insert into orders')) pass('order-inserted')
    if (text.includes('set payment_intent_id =')) pass('intent-stored')
    if (isCredit) pass('after-commit')
    return result
  })
})

const { writeHead } = ServerResponse.prototype
Reflect.set(
  ServerResponse.prototype,
  'writeHead',
  function (this: ServerResponse, ...given: unknown[]): unknown {
    if (this.req.method === 'POST' && this.req.url?.endsWith('/confirm-payment')) {
      if (given[0] === 200) pass('before-reply')
    }
    return Reflect.apply(writeHead, this, given)
  },
)
