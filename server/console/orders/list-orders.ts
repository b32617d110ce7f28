import type * as contract from '#contract/console/orders.ts'
import type { ConsoleOrder } from '#contract/console/orders.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { paymentMethodText } from '#contract/payment-method.ts'
import { DIRECT_SOURCE } from '#contract/traffic-sources.ts'
import { withCustomPlans } from '../../db/custom-plans.ts'
import { firstIdAt } from '../../db/ids.ts'
import type { Query } from '../../db/sql.ts'
import { findUser } from '../../operator/users/users-search.store.ts'
import type { ConsoleDeps } from '../deps.ts'
import { spanOfDays } from '../days.ts'
import { filterBy, pageOf } from '../page-of.ts'
import {
  countOrdersByEvent,
  countPaidOrders,
  listOrdersByEvent,
  listPaidOrders,
} from './orders-by-event.store.ts'
import { countOrders, type ListedOrder, listOrders, type OrderFilter } from './orders.store.ts'

/** Beyond it orders are not counted. */
const MOST_COUNTED = 10_000
const MONTH_MS = 30 * 24 * 60 * 60 * 1000
const BEFORE_ALL = new Date(0)
const AFTER_ALL = new Date('9999-01-01T00:00:00Z')

type Input = InputOf<typeof contract.listConsoleOrders>

/** Throws VALIDATION for a day range that ends before it begins. */
export async function listConsoleOrders(
  { sql, content, now }: Pick<ConsoleDeps, 'sql' | 'content' | 'now'>,
  { limit, before, ...input }: Input,
): Promise<OutputOf<typeof contract.listConsoleOrders>> {
  const span = spanOfDays(input, content.site.timeZone)
  return withCustomPlans(sql, async (tx) => {
    const filter = await toFilter(tx, input, span)
    if (filter === null) return { orders: [], count: { count: 0, isMore: false }, next: null }
    const page = { before: before ?? null, limit: limit + 1 }
    const { rows, counted } = await readPage(tx, { input, filter, span, page, now: now() })
    const { shown, next } = pageOf(rows, limit, ({ id }) => id)
    return {
      orders: shown.map(toConsoleOrder),
      count: { count: Math.min(counted, MOST_COUNTED), isMore: counted > MOST_COUNTED },
      next,
    }
  })
}

type Days = ReturnType<typeof spanOfDays>

/** The rows of a page and how many there are, by what the days are about. */
async function readPage(
  tx: Query,
  {
    input,
    filter,
    span: { from, until },
    page,
    now,
  }: {
    input: Omit<Input, 'limit'>
    filter: OrderFilter
    span: Days
    page: { before: string | null; limit: number }
    now: Date
  },
): Promise<{ rows: ListedOrder[]; counted: number }> {
  const most = MOST_COUNTED + 1
  const { by = 'placed' } = input
  if (by === 'placed') {
    return {
      rows: await listOrders(tx, filter, page),
      counted: await countOrders(tx, filter, most),
    }
  }
  if (by === 'paid') {
    const isFirst = input.first !== undefined
    const span = { from: from ?? BEFORE_ALL, until: until ?? AFTER_ALL, isFirst }
    return {
      rows: await listPaidOrders(tx, filter, span, page),
      counted: await countPaidOrders(tx, filter, span, most),
    }
  }
  const isFailed = by === 'failed'
  const events = {
    by,
    from: from ?? new Date((until ?? now).getTime() - MONTH_MS),
    until: until ?? AFTER_ALL,
    failure: isFailed ? filterBy(input.failure) : null,
    failedMethod: isFailed ? filter.method : null,
  }
  // an order that was not paid has no method, its attempts do
  const rest = isFailed ? { ...filter, method: null } : filter
  return {
    rows: await listOrdersByEvent(tx, rest, events, page),
    counted: await countOrdersByEvent(tx, rest, events, most),
  }
}

/** Null when nobody is the named user. */
async function toFilter(
  sql: Query,
  input: Omit<Input, 'limit'>,
  { from, until }: Days,
): Promise<OrderFilter | null> {
  const named = filterBy(input.user)
  const user = named === null ? null : await findUser(sql, named.toLowerCase())
  if (named !== null && user === null) return null
  const source = filterBy(input.source)
  const isDirect = source === DIRECT_SOURCE
  return {
    fromId: from && firstIdAt(from),
    untilId: until && firstIdAt(until),
    state: input.state ?? null,
    userId: user?.id ?? null,
    method: input.method ?? null,
    source: isDirect ? null : source,
    isDirect,
    isUnusual: input.unusual !== undefined,
  }
}

/** A row of a list as the contract has it. */
export function toConsoleOrder({
  paymentMethod,
  createdAt,
  paidAt,
  ...row
}: ListedOrder): ConsoleOrder {
  return {
    ...row,
    paymentMethod: paymentMethod && paymentMethodText(paymentMethod),
    createdAt: createdAt.toISOString(),
    paidAt: paidAt?.toISOString() ?? null,
  }
}
