import { createHmac, randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { pino } from 'pino'
import { api } from '#contract/api.ts'
import { creditEntries } from '#contract/credit/ledger.ts'
import type { Combo, Order } from '#contract/shapes.ts'
import { stripePayments } from '../gateways/payments/stripe-payments.ts'
import { seedPlans } from '../recharge/plans/plans.store.ts'
import { startFaultyProxy } from './faulty-proxy.ts'
import { startTestServer, type TestUser } from './harness.ts'

const plan = {
  summary: 'for tests',
  features: ['one'],
  currency: 'cny',
  bonusCredit: 0,
  minNum: 1,
  recommended: false,
}

/** Prepaid plans of the tests: one that ends, one with a bonus that lasts, one of three at least. */
export const SMALL: Combo = {
  ...plan,
  id: 'small',
  name: '小',
  amount: 1990,
  credit: 2000,
  validDays: 90,
  maxNum: 10,
}
export const LARGE: Combo = {
  ...plan,
  id: 'large',
  name: '大',
  amount: 4990,
  credit: 5000,
  bonusCredit: 500,
  validDays: 0,
  maxNum: 20,
}
export const BULK: Combo = {
  ...plan,
  id: 'bulk',
  name: '多',
  amount: 990,
  credit: 1000,
  validDays: 30,
  minNum: 3,
  maxNum: 5,
}

/** Test cards by the outcome of a payment. */
export const CARDS = {
  good: '4242424242424242',
  declined: '4000000000000002',
  noFunds: '4000000000009995',
  challenge: '4000002760003184',
  slow: '4000000000008005',
  slowDeclined: '4000000000008013',
  refundLater: '4000000000007726',
  refundFails: '4000000000005126',
  disputed: '4000000000000259',
  inquired: '4000000000001976',
} as const

type Options = Omit<NonNullable<Parameters<typeof startTestServer>[0]>, 'payments'>

/** The sandbox signs with the first, `deliver` with the second: so the tests can lose the sandbox's events. */
const PROVIDERS_SECRET = 'whsec_of_the_provider_0123456789'
const OWN_SECRET = 'whsec_of_the_tests_0123456789'

export type Shop = Awaited<ReturnType<typeof startShop>>

/** The whole server with plans on sale and a real payment sandbox, which can be made to misbehave. */
export async function startShop(options: Options = {}) {
  const logged: Record<string, unknown>[] = []
  const log = pino({ level: 'warn' }, { write: (line) => logged.push(JSON.parse(line)) })
  const server = await startTestServer({
    ...options,
    environment: {
      STRIPE_WEBHOOK_SECRET: `${PROVIDERS_SECRET},${OWN_SECRET}`,
      ...options.environment,
    },
    deps: { log, ...options.deps },
    payments: true,
  })
  const { config, deps, sql } = server
  const direct = config.payments.apiBase!
  const proxy = await startFaultyProxy(direct)
  const asked = { ...config.payments, apiBase: proxy.url }
  deps.payments = stripePayments(asked)
  // an event's connection that stays open would keep the server from closing
  server.app.server.prependListener('request', (_request, response) => {
    response.setHeader('connection', 'close')
  })
  await seedPlans(sql, [SMALL, LARGE, BULK])

  /** Calls the provider without the shop. */
  async function provider<T = { id: string }>(
    method: 'GET' | 'POST',
    path: string,
    params: Record<string, string> = {},
    key = config.payments.secretKey,
  ): Promise<T> {
    const response = await fetch(`${direct}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}` },
      ...(method === 'POST' && { body: new URLSearchParams(params) }),
    })
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the caller names what the provider's page promises
    const answer = (await response.json()) as T
    if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`)
    return answer
  }

  let areEventsLost = false

  /** Resolves when all events that the provider has to deliver by now were received. */
  async function receiveEvents(): Promise<void> {
    for (;;) {
      const { waiting } = await provider<{ waiting: { deliver?: number } }>('GET', '/_sandbox')
      if (waiting.deliver === undefined) return
      await delay(5)
    }
  }

  const shop = {
    ...server,
    proxy,
    receiveEvents,
    /** The kinds of the alerts in the log. */
    alerts: () => logged.flatMap(({ alert }) => (typeof alert === 'string' ? [alert] : [])),
    provider,
    /** A payment method as the browser makes it. */
    async method(number: string): Promise<string> {
      const { id } = await provider(
        'POST',
        '/v1/payment_methods',
        {
          type: 'card',
          'card[number]': number,
          'card[exp_month]': '12',
          'card[exp_year]': '2040',
          'card[cvc]': '123',
        },
        config.payments.publishableKey,
      )
      return id
    },
    /** An order with its intent, ready to be paid. */
    async checkout(buyer: TestUser, { id = SMALL.id, num = 1 } = {}) {
      const { status, body } = await buyer.call(api.recharge.createPaymentIntent, { id, num })
      if (status !== 200) throw new Error(`create-payment-intent: ${status} ${body.code}`)
      return { ...body.data, intentId: body.data.clientSecret.split('_secret_', 1)[0]! }
    },
    async pay(buyer: TestUser, { clientSecret }: { clientSecret: string }, number: string) {
      const paymentMethodId = await shop.method(number)
      return buyer.call(api.recharge.confirmPayment, { clientSecret, paymentMethodId })
    },
    /** A paid order whose events were received, unless events are lost. */
    async buy(buyer: TestUser, { card = CARDS.good, ...purchase }: Purchase = {}) {
      const checkout = await shop.checkout(buyer, purchase)
      const { status, body } = await shop.pay(buyer, checkout, card)
      if (status !== 200) throw new Error(`confirm-payment: ${status} ${body.code}`)
      if (!areEventsLost) await receiveEvents()
      return checkout
    },
    /** The bank decides the dispute of a payment. */
    async decideDispute(intentId: string, end: 'win' | 'lose'): Promise<void> {
      const path = `/v1/disputes?payment_intent=${intentId}`
      const { data } = await provider<{ data: { id: string }[] }>('GET', path)
      await provider('POST', `/_sandbox/disputes/${data[0]?.id}/${end}`)
    },
    /** Answers the challenge on the bank's page. */
    async answerChallenge(url: string, answer: 'approve' | 'refuse'): Promise<URL> {
      const response = await fetch(url, {
        method: 'POST',
        body: new URLSearchParams({ answer }),
        redirect: 'manual',
      })
      return new URL(response.headers.get('location') ?? '')
    },
    async order(buyer: TestUser, orderId: string): Promise<Order> {
      const { body } = await buyer.call(api.recharge.queryOrder, { orderId })
      return body.data.order
    },
    async entries(buyer: TestUser) {
      const { body } = await buyer.call(creditEntries, {})
      return body.data.list
    },
    async balance(buyer: TestUser): Promise<number> {
      const { body } = await buyer.call(api.account.profile, {})
      return body.data.credit.balance
    },
    /** From now on the provider's own events are refused, as if lost; earlier ones were received. */
    async loseEvents(): Promise<void> {
      await receiveEvents()
      areEventsLost = true
      deps.payments = stripePayments({ ...asked, webhookSecrets: [OWN_SECRET] })
    },
    /** Sends an event to the webhook as the provider does. */
    deliver(event: object, { secret = OWN_SECRET, at = deps.now() } = {}) {
      const payload = JSON.stringify(event)
      return shop.post(payload, signatureOf(payload, secret, at))
    },
    post: (payload: string, signature: string) =>
      server.visitor().send({
        method: 'POST',
        url: '/webhooks/stripe',
        payload,
        headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      }),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await proxy[Symbol.asyncDispose]()
    },
  }
  return shop
}

export interface Purchase {
  id?: string
  num?: number
  card?: string
}

export function signatureOf(payload: string, secret: string, at: Date): string {
  const time = Math.floor(at.getTime() / 1000)
  const mac = createHmac('sha256', secret).update(`${time}.${payload}`).digest('hex')
  return `t=${time},v1=${mac}`
}

/** An event about an intent, as the provider writes it. */
export function eventOf(
  type: string,
  intent: { id: string; metadata?: Record<string, string> },
  options: { livemode?: boolean; id?: string } = {},
) {
  return eventAbout(type, { object: 'payment_intent', metadata: {}, ...intent }, options)
}

/** An event about anything. */
export function eventAbout(
  type: string,
  object: object,
  { livemode = false, id = `evt_${randomBytes(12).toString('hex')}` } = {},
) {
  return {
    id,
    object: 'event',
    type,
    livemode,
    created: Math.floor(Date.now() / 1000),
    data: { object },
  }
}

/** Proves the books: for every user sum(delta) = balance = sum(remaining), and each entry follows the one before. */
export async function proveLedger({ sql }: Pick<Shop, 'sql'>): Promise<void> {
  const wrong = await sql<{ user_id: string }>`
    select account.user_id from credit_accounts account
    where balance <> (select coalesce(sum(delta), 0) from credit_ledger where user_id = account.user_id)
      or balance <> (select coalesce(sum(remaining), 0) from credit_lots where user_id = account.user_id)
      or entries <> (select count(*) from credit_ledger where user_id = account.user_id)
    union all
    select user_id from (
      select user_id, position, delta, balance_after,
        lag(balance_after, 1, 0::bigint) over chain as before, row_number() over chain as place
      from credit_ledger window chain as (partition by user_id order by position)
    ) entry where balance_after <> before + delta or position <> place`
  if (wrong.length > 0) throw new Error(`the ledger is wrong for ${JSON.stringify(wrong)}`)
}
