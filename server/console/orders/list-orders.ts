import type * as contract from '#contract/console/orders.ts'
import type { ConsoleOrder } from '#contract/console/orders.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { paymentMethodText } from '#contract/payment-method.ts'
import { withCustomPlans } from '../../db/custom-plans.ts'
import { firstIdAt } from '../../db/ids.ts'
import type { Query } from '../../db/sql.ts'
import { AppError } from '../../http/app-error.ts'
import { dayAfter, midnight } from '../../operator/moments.ts'
import { findUser } from '../../operator/users/users-search.store.ts'
import type { ConsoleDeps } from '../deps.ts'
import { filterBy, pageOf } from '../page-of.ts'
import { countOrders, type ListedOrder, listOrders, type OrderFilter } from './orders.store.ts'

/** Beyond it orders are not counted. */
const MOST_COUNTED = 10_000

type Input = InputOf<typeof contract.listConsoleOrders>

/** Throws VALIDATION for a day range that ends before it begins. */
export async function listConsoleOrders(
  { sql, content }: Pick<ConsoleDeps, 'sql' | 'content'>,
  { limit, before, ...input }: Input,
): Promise<OutputOf<typeof contract.listConsoleOrders>> {
  return withCustomPlans(sql, async (tx) => {
    const filter = await toOrderFilter(tx, input, { content })
    if (filter === null) return { orders: [], count: { count: 0, isMore: false }, next: null }
    const rows = await listOrders(tx, filter, { before: before ?? null, limit: limit + 1 })
    const counted = await countOrders(tx, filter, MOST_COUNTED + 1)
    const { shown, next } = pageOf(rows, limit, ({ id }) => id)
    return {
      orders: shown.map(toConsoleOrder),
      count: { count: Math.min(counted, MOST_COUNTED), isMore: counted > MOST_COUNTED },
      next,
    }
  })
}

type Days = Pick<OrderFilter, 'fromId' | 'untilId'>

function idsOfDays({ from, to }: Pick<Input, 'from' | 'to'>, timeZone: string): Days {
  if (from !== undefined && to !== undefined && from > to) {
    const message = '开始日期不能晚于结束日期'
    throw new AppError('VALIDATION', { message, fields: { from: message } })
  }
  const idAt = (day: string) => firstIdAt(midnight(day, timeZone))
  return {
    fromId: from === undefined ? null : idAt(from),
    untilId: to === undefined ? null : idAt(dayAfter(to)),
  }
}

/** Null when nobody is the named user. Throws VALIDATION for a day range that ends before it begins. */
export async function toOrderFilter(
  sql: Query,
  input: Omit<Input, 'limit' | 'before'>,
  { content }: Pick<ConsoleDeps, 'content'>,
): Promise<OrderFilter | null> {
  const days = idsOfDays(input, content.site.timeZone)
  const named = filterBy(input.user)
  const user = named === null ? null : await findUser(sql, named.toLowerCase())
  if (named !== null && user === null) return null
  return {
    ...days,
    state: input.state ?? null,
    userId: user?.id ?? null,
    method: input.method ?? null,
    source: filterBy(input.source),
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
