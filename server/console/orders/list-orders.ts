import type * as contract from '#contract/console/orders/orders.ts'
import type { ConsoleOrder } from '#contract/console/orders/orders.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { paymentMethodText } from '#contract/recharge/payment-method.ts'
import { withCustomPlans } from '../../db/custom-plans.ts'
import type { ConsoleDeps } from '../deps.ts'
import { pageOf } from '../page-of.ts'
import type { ListedOrder } from './orders.store.ts'
import { countForList, listSelectedOrders, selectOrders } from './select-orders.ts'

type Input = InputOf<typeof contract.listConsoleOrders>

/** Throws VALIDATION for a day range that ends before it begins. */
export async function listConsoleOrders(
  { sql, ...deps }: Pick<ConsoleDeps, 'sql' | 'content' | 'now'>,
  { limit, before, ...input }: Input,
): Promise<OutputOf<typeof contract.listConsoleOrders>> {
  return withCustomPlans(sql, async (tx) => {
    const selection = await selectOrders(tx, input, deps)
    if (selection === null) return { orders: [], count: { count: 0, isMore: false }, next: null }
    const rows = await listSelectedOrders(tx, selection, {
      before: before ?? null,
      limit: limit + 1,
    })
    const { count, isMore } = await countForList(tx, selection)
    const { shown, next } = pageOf(rows, limit, ({ place }) => place)
    return {
      orders: shown.map(({ place: _, ...order }) => toConsoleOrder(order)),
      count: { count: isMore ? Math.max(count, shown.length) : count, isMore },
      next,
    }
  })
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
