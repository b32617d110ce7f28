import type * as contract from '#contract/console/orders/orders.ts'
import type { ConsoleOrder } from '#contract/console/orders/orders.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { paymentMethodText } from '#contract/recharge/payment-method.ts'
import { DIRECT_SOURCE } from '#contract/traffic-sources.ts'
import type { Query } from '../../db/sql.ts'
import { findUser } from '../../operator/users/users-search.store.ts'
import { countAmong, type Counted, countUpTo, filterBy, pageOf } from '../page-of.ts'
import { spanOfDays } from '../days.ts'
import type { ConsoleDeps } from '../deps.ts'
import {
  countOrders,
  type ListedOrder,
  listOrders,
  lookAtOrders,
  type OrderFilter,
} from './orders.store.ts'

const MONTH_MS = 30 * 24 * 60 * 60 * 1000

type Input = InputOf<typeof contract.listConsoleOrders>

/** Throws VALIDATION for a day range that ends before it begins. */
export async function listConsoleOrders(
  { sql, ...deps }: Pick<ConsoleDeps, 'sql' | 'content' | 'now'>,
  { limit, before, ...input }: Input,
): Promise<OutputOf<typeof contract.listConsoleOrders>> {
  const filter = await toOrderFilter(sql, input, deps)
  if (filter === null) return { orders: [], count: { count: 0, isMore: false }, next: null }
  const [rows, { count, isMore }] = await Promise.all([
    listOrders(sql, filter, { before: before ?? null, limit: limit + 1 }),
    countForList(sql, filter),
  ])
  const { shown, next } = pageOf(rows, limit, ({ place }) => place)
  return {
    orders: shown.map(({ place: _, ...order }) => toConsoleOrder(order)),
    count: { count: isMore ? Math.max(count, shown.length) : count, isMore },
    next,
  }
}

/** Null when nobody is the named user. Throws VALIDATION for a day range that ends before it begins. */
export async function toOrderFilter(
  sql: Query,
  { by = 'placed', ...input }: Omit<Input, 'limit' | 'before'>,
  { content, now }: Pick<ConsoleDeps, 'content' | 'now'>,
): Promise<OrderFilter | null> {
  const { from, until } = spanOfDays(input, content.site.timeZone)
  const named = filterBy(input.user)
  const user = named === null ? null : await findUser(sql, named.toLowerCase())
  if (named !== null && user === null) return null
  const source = filterBy(input.source)
  const isDirect = source === DIRECT_SOURCE
  const ofEvents = by === 'reversed' || by === 'failed'
  return {
    by,
    from: from ?? (ofEvents ? new Date((until ?? now()).getTime() - MONTH_MS) : null),
    until,
    state: input.state ?? null,
    userId: user?.id ?? null,
    method: input.method ?? null,
    source: isDirect ? null : source,
    isDirect,
    isUnusual: input.unusual !== undefined,
    isDisputed: input.disputed !== undefined,
    isRefundRequested: input.requested !== undefined,
    isFirst: input.first !== undefined,
    failure: filterBy(input.failure),
  }
}

/** How many there are, or how many at least where that takes a look at too many rows. */
function countForList(sql: Query, filter: OrderFilter): Promise<Counted> {
  if (filter.by === 'placed') return countUpTo((most) => countOrders(sql, filter, most))
  return countAmong((most) => lookAtOrders(sql, filter, most))
}

/** A row of a list as the contract has it. */
export function toConsoleOrder({
  paymentMethod,
  createdAt,
  paidAt,
  disputeDueAt,
  ...row
}: ListedOrder): ConsoleOrder {
  return {
    ...row,
    paymentMethod: paymentMethod && paymentMethodText(paymentMethod),
    createdAt: createdAt.toISOString(),
    paidAt: paidAt?.toISOString() ?? null,
    disputeDueAt: disputeDueAt?.toISOString() ?? null,
  }
}
