import { listAudit } from '#contract/console/audit.ts'
import { readDay } from '#contract/console/books.ts'
import type { ConsoleCall } from '#contract/console/console-call.ts'
import { listConsoleEvents } from '#contract/console/events.ts'
import { listConsoleMails } from '#contract/console/mails.ts'
import { listConsoleOrders, readConsoleOrder } from '#contract/console/orders.ts'
import { searchConsole } from '#contract/console/search.ts'
import { listConsoleUsers, listUserLedger, readConsoleUser } from '#contract/console/users.ts'
import { fillConsole, type SampleOrder } from './rig/console-history.ts'
import { openOperator } from './rig/console-operator.ts'
import { type Figure, slowdownFigure } from './rig/figure.ts'
import type { LoadGenerator } from './rig/load.ts'
import { requestText } from './rig/requests.ts'
import { interleave } from './rig/rounds.ts'
import { startShop } from './rig/shop.ts'

const ROUNDS = 5
const FEW = 10_000
const MANY = 10_000_000
const ORDERS_EACH = 10
const REQUESTS = 100
const CONNECTIONS = 2
const GOAL = 2

type Query = Record<string, string>

/** What is asked of the console, by the name of its figure. */
const CALLS: Record<string, (sample: SampleOrder) => [call: ConsoleCall, query: Query]> = {
  orders: () => [listConsoleOrders, {}],
  'orders to verify': () => [listConsoleOrders, { state: 'exception' }],
  'paid orders': () => [listConsoleOrders, { state: 'paid' }],
  'orders by method': () => [listConsoleOrders, { method: 'alipay' }],
  'paid orders by method': () => [listConsoleOrders, { state: 'paid', method: 'alipay' }],
  'orders by source': () => [listConsoleOrders, { source: 'zhihu' }],
  'unusual orders': () => [listConsoleOrders, { unusual: '1' }],
  'orders of a user': ({ email }) => [listConsoleOrders, { user: email }],
  'orders of a day': () => [listConsoleOrders, { from: dayBefore(100), to: dayBefore(100) }],
  'one order': ({ orderNo }) => [readConsoleOrder, { order: orderNo }],
  users: () => [listConsoleUsers, {}],
  'user by e-mail': ({ email }) => [listConsoleUsers, { q: email }],
  'one user': ({ userId }) => [readConsoleUser, { user: userId }],
  'ledger of a user': ({ userId }) => [listUserLedger, { user: userId }],
  mails: () => [listConsoleMails, {}],
  events: () => [listConsoleEvents, {}],
  'events by type': () => [listConsoleEvents, { type: 'charge.refunded' }],
  'events of an order': ({ orderNo }) => [listConsoleEvents, { order: orderNo }],
  audit: () => [listAudit, {}],
  'audit by subject': ({ orderNo }) => [listAudit, { subject: orderNo }],
  'search by order number': ({ orderNo }) => [searchConsole, { q: orderNo }],
  'search by e-mail': ({ email }) => [searchConsole, { q: email }],
  'search by card': () => [searchConsole, { q: '4242' }],
  'close of an empty day': () => [readDay, { day: dayBefore(400) }],
}

const DAY_MS = 24 * 60 * 60 * 1000

function dayBefore(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)
}

/** Compares the console's calls in a shop of ten million orders (or `orders`) with those in one of ten thousand. */
export async function measureConsole(
  generator: LoadGenerator,
  { orders: many = MANY }: { orders?: number | undefined },
): Promise<Figure[]> {
  if (!(many >= FEW && many % ORDERS_EACH === 0)) {
    throw new Error(`--orders must be a multiple of ${ORDERS_EACH}, at least ${FEW}`)
  }
  await using small = await openShop(FEW)
  await using large = await openShop(many)
  const figures: Figure[] = []
  for (const [what, callOf] of Object.entries(CALLS)) {
    const load =
      ({ consolePort: port, sample, cookie }: typeof small) =>
      () => {
        const [{ path }, query] = callOf(sample)
        const address = `${path}?${new URLSearchParams(query).toString()}`
        const requests = [requestText({ port, path: address, headers: { cookie } })]
        return generator.run({ port, requests, connections: CONNECTIONS, total: REQUESTS })
      }
    const rounds = await interleave(ROUNDS, { many: load(large), few: load(small) })
    figures.push(
      slowdownFigure(
        `console: ${what} among ${many.toLocaleString('en')} orders, against ${FEW.toLocaleString('en')}`,
        rounds.map((round) => round.many),
        rounds.map((round) => round.few),
        GOAL,
      ),
    )
  }
  return figures
}

/** A filled shop and an owner who is signed in at its console. */
async function openShop(orders: number) {
  const shop = await startShop('server', { hasConsole: true })
  try {
    const sample = await fillConsole(shop.databaseUrl, { orders, users: orders / ORDERS_EACH })
    const cookie = await openOperator(shop.sql)
    return { ...shop, consolePort: shop.consolePort!, sample, cookie }
  } catch (error) {
    await shop[Symbol.asyncDispose]()
    throw error
  }
}
