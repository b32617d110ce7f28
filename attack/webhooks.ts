import { createHmac, randomBytes } from 'node:crypto'
import { createBuyer } from '#harness/buyer.ts'
import { sendRequest } from '#harness/send-request.ts'
import { addressOf } from './send.ts'
import { type AttackOptions, type AttackRow, createTally } from './tally.ts'
import { startTarget } from './target.ts'

const DAY_S = 24 * 60 * 60

/** Events about a payment that nobody has made. */
export async function forgeEvents({ database }: AttackOptions): Promise<AttackRow[]> {
  await using target = await startTarget({ database, name: 'webhooks' })
  const tally = createTally('forged webhooks')
  const { url, provider } = target
  const [customer] = target.customers
  const never = new AbortController().signal
  const buyer = createBuyer({ app: { url }, provider }, customer, never)
  const [plan] = await target.sql<{ id: string }>`select id from plans order by position limit 1`
  const { orderId } = await buyer.startCheckout({ id: plan!.id, num: 1 })
  const [order] = await target.sql<{ intent: string }>`
    select payment_intent_id as intent from orders where id = ${orderId}`
  const payload = JSON.stringify(eventOf(order!.intent))
  const secret = target.env['STRIPE_WEBHOOK_SECRET']!
  const deliver = (body: string, headers: Record<string, string>, at = 0) =>
    sendRequest(`${url}/webhooks/stripe`, {
      ...{ method: 'POST', body },
      headers: { 'content-type': 'application/json', 'x-forwarded-for': addressOf(at), ...headers },
    })
  for (const [how, body, headers] of listForgeries(payload, secret)) {
    const { status } = await deliver(body, headers)
    tally.count()
    const isRefused = status >= 400 && status < 500
    tally.expect(isRefused, `an event ${how} is answered ${status}`)
  }
  const genuine = await deliver(payload, { 'stripe-signature': sign(payload, secret, 0) })
  tally.count()
  tally.expect(
    genuine.status === 200,
    `a signed event is answered ${genuine.status}: all are refused`,
  )
  const state = await buyer.fetchOrderState(orderId)
  tally.expect(state === 'pending', `the order that nobody paid is ${state}`)
  const [credit] = await target.sql<{ balance: string }>`
    select balance::text from credit_accounts where user_id = ${customer.id}`
  tally.expect(credit?.balance === '1000000', `the customer's credit is ${credit?.balance}`)
  return [tally.row('a rightly signed event of an unpaid order grants nothing either')]
}

type Forgery = [how: string, body: string, headers: Record<string, string>]

function listForgeries(payload: string, secret: string): Forgery[] {
  const good = sign(payload, secret, 0)
  const [time = '', mac = ''] = good.split(',')
  const other = payload.replace('"succeeded"', '"succeeded" ')
  const signatures: [how: string, signature: string][] = [
    ['without a MAC', time],
    ['with an empty signature', ''],
    ['of the scheme v0', good.replace('v1=', 'v0=')],
    ['without its time', mac],
    ['of six minutes ago', sign(payload, secret, -360)],
    ['of tomorrow', sign(payload, secret, DAY_S)],
    ['with two times', `t=${Math.floor(Date.now() / 1_000) - DAY_S},${good}`],
    ['with another time', `t=${Math.floor(Date.now() / 1_000) - 1},${mac}`],
    ['with a MAC in capitals', `${time},v1=${mac.slice(3).toUpperCase()}`],
    ['with half a MAC', good.slice(0, -32)],
    ['with a time that is no number', `t=x,${mac}`],
    ['signed by an empty secret', sign(payload, '', 0)],
    ['signed by the word whsec_', sign(payload, 'whsec_', 0)],
    ['signed by the secret without its prefix', sign(payload, secret.replace('whsec_', ''), 0)],
    ...Array.from({ length: 150 }, (): [string, string] => {
      const guess = `whsec_${randomBytes(16).toString('hex')}`
      return ['signed by a guess', sign(payload, guess, 0)]
    }),
  ]
  return [
    ['without a signature', payload, {}],
    ...signatures.map(([how, signature]): Forgery => [
      how,
      payload,
      { 'stripe-signature': signature },
    ]),
    ['whose bytes were changed', other, { 'stripe-signature': good }],
    ['that is longer than it was', `${payload} `, { 'stripe-signature': good }],
    ['as text', payload, { 'stripe-signature': good, 'content-type': 'text/plain' }],
    [
      'as a form',
      payload,
      { 'stripe-signature': good, 'content-type': 'application/x-www-form-urlencoded' },
    ],
    ['that is no JSON', '{', { 'stripe-signature': good }],
    ['that is empty', '', { 'stripe-signature': good }],
  ]
}

function sign(payload: string, secret: string, seconds: number): string {
  const time = Math.floor(Date.now() / 1_000) + seconds
  const mac = createHmac('sha256', secret).update(`${time}.${payload}`).digest('hex')
  return `t=${time},v1=${mac}`
}

function eventOf(intent: string): object {
  return {
    ...{ id: `evt_${randomBytes(12).toString('hex')}`, object: 'event', livemode: false },
    ...{ type: 'payment_intent.succeeded', created: Math.floor(Date.now() / 1_000) },
    data: { object: { id: intent, object: 'payment_intent', status: 'succeeded', metadata: {} } },
  }
}
