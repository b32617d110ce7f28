import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { beginPasskeySignIn, readConsoleSession } from '#contract/console/staff/sign-in.ts'
import { api } from '#contract/api.ts'
import { chargeCredit, userCredit } from '#contract/applications/applications.ts'
import { BROWSER_HEADERS } from '#harness/browser-headers.ts'
import type { Customer } from '#harness/customers.ts'
import type { Ports } from '#harness/production/nginx.ts'
import { type Call, type Sent, sendOnce } from './send.ts'

interface Visitors {
  front: Ports
  customers: readonly Customer[]
  apiKey: string
  /** A browser at the console. */
  console: { origin: string; cookie: string; csrf: string }
}

export interface Traffic {
  /** All answers so far. */
  sent: readonly Sent[]
  stop(): Promise<void>
}

const WORKERS = 20
/** In milliseconds: mostly busy connections, now and then one that has been idle for a while. */
const PAUSE = { usual: 24, long: 600, longPercent: 2 }

/** Customers, an application and an operator send requests, half of them POSTs, until they are stopped. */
export function startTraffic(visitors: Visitors): Traffic {
  const sent: Sent[] = []
  let isStopped = false
  let count = 0

  async function work(): Promise<void> {
    while (!isStopped) {
      count += 1
      sent.push(await sendOnce(callAt(count, visitors), `r${count}`))
      const isLong = Math.random() * 100 < PAUSE.longPercent
      await delay(Math.random() * (isLong ? PAUSE.long : PAUSE.usual))
    }
  }

  const workers = Array.from({ length: WORKERS }, work)
  return {
    sent,
    async stop() {
      isStopped = true
      await Promise.all(workers)
    },
  }
}

function callAt(count: number, { front, customers, apiKey, console: desk }: Visitors): Call {
  const customer = customers[count % customers.length]!
  const asCustomer = { port: front.shop, headers: { ...BROWSER_HEADERS, ...customer.headers } }
  const asApplication = { port: front.shop, headers: { authorization: `Bearer ${apiKey}` } }
  const asOperator = {
    port: front.console,
    headers: { host: new URL(desk.origin).host, origin: desk.origin, cookie: desk.cookie },
  }
  const order = (id: string): Call => ({
    ...{ name: 'order', method: 'POST', path: api.recharge.placeOrder.path, body: { id, num: 1 } },
    ...asCustomer,
  })
  const calls: Call[] = [
    { name: 'page', method: 'GET', path: '/', ...asCustomer },
    order('trial'),
    { name: 'profile', method: 'GET', path: api.account.profile.path, ...asCustomer },
    {
      ...{ name: 'charge', method: 'POST', path: chargeCredit.path.replace(':user', customer.id) },
      ...{ port: front.shop, body: { amount: 1, reason: '翻译' } },
      headers: { ...asApplication.headers, 'idempotency-key': randomUUID() },
    },
    {
      ...{ name: 'credit', method: 'GET', path: userCredit.path.replace(':user', customer.id) },
      ...asApplication,
    },
    {
      ...{ name: 'operator signs in', method: 'POST', path: beginPasskeySignIn.path, body: {} },
      ...{ port: front.console },
      headers: {
        ...asOperator.headers,
        ...{ 'sec-fetch-site': 'same-origin', 'x-console-csrf': desk.csrf },
      },
    },
    { name: 'console', method: 'GET', path: readConsoleSession.path, ...asOperator },
    order('standard'),
  ]
  return calls[count % calls.length]!
}
