import type { Deps } from '../../deps.ts'
import type { Payments } from '../../gateways/payments.ts'
import { AppError } from '../../http/app-error.ts'
import { closeOrder } from '../payments/close-order.ts'
import { isOverdue, type OrderRow, PAYABLE_MS, toOrder } from './order.ts'
import { newOrderNo } from './order-numbers.ts'
import { listOpenOrders } from './orders.store.ts'
import { findOrPlace, type Placed } from './place-order.store.ts'
import { withProviderFailures } from '../../gateways/provider-failures.ts'

export interface Wish {
  userId: string
  planId: string
  num: number
  /** Where the visitor came from. */
  source: string | null
}

/** Rounds in which another request may be faster before we ask the buyer to come back. */
const ROUNDS = 5

type Needs = Pick<Deps, 'sql' | 'now' | 'log' | 'config' | 'content' | 'limits'>

/**
 * The user's order of this plan and number at today's price: the one that waits for its payment or is being
 * paid, so that nobody pays twice from two tabs, or a new one.
 */
export async function takeUpOrder(
  deps: Needs & { payments: Payments },
  wish: Wish,
): Promise<OrderRow> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const now = deps.now()
    const placed = await findOrPlace(deps.sql, {
      ...wish,
      orderNo: newOrderNo(now, deps.content.site.timeZone),
      now,
      expiresAt: new Date(now.getTime() + PAYABLE_MS),
    })
    const order = orderOf(placed, wish.num)
    if (order) return order
    await makeRoom(deps, wish.userId)
  }
  throw new AppError('OVERLOADED', { retryAfter: 1 })
}

function orderOf(placed: Placed | null, num: number): OrderRow | null {
  if (!placed) throw new AppError('NOT_FOUND')
  const { isOnSale, minNum, maxNum } = placed.plan
  if (!isOnSale) throw new AppError('PLAN_GONE')
  if (num < minNum || num > maxNum) {
    const message =
      minNum === maxNum ? `该套餐的数量只能为 ${minNum}` : `数量须在 ${minNum} 到 ${maxNum} 之间`
    throw new AppError('VALIDATION', { message, fields: { num: message } })
  }
  return placed.order
}

/** Orders whose time is over keep no place. Throws when all three places are rightly taken. */
async function makeRoom(deps: Needs & { payments: Payments }, userId: string): Promise<void> {
  const open = await listOpenOrders(deps.sql, userId)
  const now = deps.now()
  const overdue = open.filter((order) => order.state === 'pending' && isOverdue(order, now))
  if (overdue.length === 0 && open.length >= 3) {
    throw new AppError('TOO_MANY_OPEN_ORDERS', { data: { orders: open.map(toOrder) } })
  }
  await withProviderFailures(async () => {
    for (const order of overdue) await closeOrder(deps, order, { actor: 'system' })
  })
}
