import { api } from '#contract/api.ts'
import type { ConsoleCall } from '#contract/console/console-call.ts'
import { listCreditLedger, listDebtors, readCreditLiability } from '#contract/console/credit.ts'
import { listConsoleEvents } from '#contract/console/events.ts'
import { readDay } from '#contract/console/figures/books.ts'
import { readFigures, readSources } from '#contract/console/figures/figures.ts'
import { listConsoleOrders, readConsoleOrder } from '#contract/console/orders/orders.ts'
import { searchConsole } from '#contract/console/search.ts'
import { listConsoleUsers, listUserLedger, readConsoleUser } from '#contract/console/users.ts'
import { creditEntries } from '#contract/credit/ledger.ts'
import { SESSION_COOKIE } from '#server/http/cookies.ts'
import { uuidv7 } from '#server/db/ids.ts'
import type { Sql } from '#server/db/sql.ts'
import { createToken, hashToken } from '#server/http/sessions/session.ts'
import { insertSession } from '#server/http/sessions/sessions.store.ts'
import { absoluteFigure, type Figure } from './rig/figure.ts'
import { fillHistory, type SampleOrder } from './rig/history.ts'
import { requestText } from './rig/requests.ts'
import { type Bench, interleave } from './rig/rounds.ts'
import { startShop } from './rig/shop.ts'

const ORDERS = 10_000_000
const REQUESTS = 100
const CONNECTIONS = 2
const GOAL = { atMost: 300 }
/** For so long one node claims the counting of figures, which the first opening waits for. */
const COUNTING_GOAL = { atMost: 60_000 }
const DAY_MS = 24 * 60 * 60 * 1000

/** Asks a customer's lists and the console's in a shop of ten million orders of a year (or `orders`); the goal is that of p95. */
export async function measureLists({
  generator,
  rounds,
  orders = ORDERS,
}: Bench): Promise<Figure[]> {
  await using shop = await startShop('server', { hasConsole: true })
  const sample = await fillHistory(shop.databaseUrl, orders)
  const operator = { port: shop.consolePort!, cookie: await signInOperator(shop.sql) }
  const customer = { port: shop.port, cookie: await signInCustomer(shop.sql, sample) }
  const ask = (who: typeof operator, { path }: { path: string }, query: Query, total: number) => {
    const address = `${path}?${new URLSearchParams(query).toString()}`
    const headers = { cookie: who.cookie }
    const requests = [requestText({ port: who.port, path: address, headers })]
    const connections = Math.min(CONNECTIONS, total)
    return generator.run({ port: who.port, requests, connections, total })
  }
  const first = await ask(operator, readFigures, {}, 1)
  const opening = 'console: the very first opening of the first page'
  const figures = [absoluteFigure(opening, [first.p95Ms], 'ms', COUNTING_GOAL)]
  const calls = [
    ...customerCalls().map((call) => ({ who: customer, call })),
    ...consoleCalls(sample).map((call) => ({ who: operator, call })),
  ]
  for (const { who, call } of calls) {
    const [what, endpoint, query] = call
    const { times } = await interleave(rounds, {
      times: () => ask(who, endpoint, query, REQUESTS),
    })
    const p95s = times.map(({ p95Ms }) => p95Ms)
    figures.push(absoluteFigure(`${what}, p95`, p95s, 'ms', GOAL))
  }
  return figures
}

type Query = Record<string, string>

/** As the shop's own time zone shows it, or nearly. */
function dayBefore(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)
}

function customerCalls(): [what: string, call: { path: string }, query: Query][] {
  return [
    ['customer: orders', api.recharge.orderList, {}],
    ['customer: entries', creditEntries, {}],
  ]
}

function consoleCalls(sample: SampleOrder): [what: string, call: ConsoleCall, query: Query][] {
  const { orderNo, userId, email } = sample
  const week = { from: dayBefore(6), to: dayBefore(0) }
  const yesterday = { from: dayBefore(1), to: dayBefore(1) }
  const lists: Record<string, [call: ConsoleCall, queries: Query[]]> = {
    sources: [readSources, [{ days: '7' }, { days: '90' }]],
    orders: [
      listConsoleOrders,
      [
        ...[{}, { state: 'exception' }, { state: 'paid' }, { method: 'alipay' }, { unusual: '1' }],
        ...[{ state: 'paid', method: 'alipay' }, { source: 'campaign-7' }, { disputed: '1' }],
        ...[{ source: '(direct)' }, { user: email }, yesterday, { source: 'campaign-7', ...week }],
        ...[
          { by: 'paid', ...yesterday },
          { by: 'paid', first: '1', ...yesterday },
          { by: 'paid', source: 'campaign-7', ...week },
          { by: 'paid', method: 'alipay', ...week },
          { by: 'reversed', ...week },
          { by: 'failed', failure: 'insufficient_funds', ...week },
          { by: 'failed', method: 'alipay', ...week },
        ],
      ],
    ],
    order: [readConsoleOrder, [{ order: orderNo }]],
    users: [
      listConsoleUsers,
      [
        ...[{}, { q: email }, { q: 'Ann 12' }, { q: 'customer-12' }, { q: 'stomer-12' }],
        ...[{ q: '不存在' }, yesterday, { source: 'campaign-7' }],
        { source: 'campaign-7', ...week },
      ],
    ],
    user: [readConsoleUser, [{ user: userId }]],
    'ledger of a user': [listUserLedger, [{ user: userId }]],
    ledger: [
      listCreditLedger,
      [
        ...[{}, yesterday, { user: email }, { order: orderNo }, { type: 'adjust' }],
        { type: 'purchase', ...yesterday },
        { min: '10000', ...yesterday },
      ],
    ],
    credit: [readCreditLiability, [{}]],
    debtors: [listDebtors, [{}]],
    events: [listConsoleEvents, [{}, { type: 'charge.refunded' }, { order: orderNo }]],
    search: [
      searchConsole,
      [{ q: orderNo }, { q: email }, { q: '4242' }, { q: 'Ann 12' }, { q: 're_55' }],
    ],
    'close of a day': [readDay, [{ day: dayBefore(1) }, { day: dayBefore(400) }]],
    'first page': [readFigures, [{}]],
  }
  return Object.entries(lists).flatMap(([name, [call, queries]]) =>
    queries.map((query): [string, ConsoleCall, Query] => {
      const filter = Object.entries(query).map(([field, value]) => `${field}=${value}`)
      return [['console:', name, ...filter].join(' '), call, query]
    }),
  )
}

async function signInCustomer(sql: Sql, { userId }: SampleOrder): Promise<string> {
  const token = createToken()
  const now = new Date()
  await insertSession(sql, {
    ...{ id: uuidv7(), tokenHash: hashToken(token), userId, now },
    ...{ ip: '127.0.0.1', userAgent: 'bench', expiresAt: new Date(now.getTime() + DAY_MS) },
  })
  return `${SESSION_COOKIE}=${token}`
}

/** Signs an owner in at the address that the load generator comes from. */
async function signInOperator(sql: Sql): Promise<string> {
  const operatorId = uuidv7()
  const token = createToken()
  await sql`
    insert into operators (id, email, name, role, created_at, unchanged_since)
    values (${operatorId}, 'bench@example.com', '周敏', 'owner', now(), now())`
  await sql`
    insert into operator_sessions
      (token_hash, id, operator_id, address, user_agent, confirmed_at, created_at, last_seen_at, expires_at)
    values (${hashToken(token)}, ${uuidv7()}, ${operatorId}, '127.0.0.1', 'bench', now(), now(), now(),
      now() + interval '12 hours')`
  return `__Host-op=${token}`
}
