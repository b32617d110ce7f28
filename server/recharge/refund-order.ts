import type { Deps } from '../deps.ts'
import { uuidv7 } from '../db/ids.ts'
import { AppError } from '../http/errors.ts'
import { finishRefund, type RefundMade } from './finish-refund.ts'
import { moneyText } from './money.ts'
import type { Actor } from './order.ts'
import { findOrder, lockOrder } from './orders.store.ts'
import { withProviderFailures } from './provider-failures.ts'
import { keepRefund, listRefundsOf, type RefundRow } from './refunds.store.ts'
import { settle } from './settle.ts'

export interface RefundWish {
  orderId: string
  /** Minor units; absent: all that is left of what was paid. */
  amount?: number
  reason: string
  actor: Actor
}

/**
 * Gives money back through the provider and claws back its share of the credit. Asked again while the
 * first refund has no answer yet, it finishes that one. Throws AppError: NOT_FOUND, ORDER_STATE (nothing
 * to give back, or the provider refuses), VALIDATION (amount), DEPENDENCY_DOWN (no answer; the refund is
 * finished by itself later).
 */
export async function refundOrder(deps: Deps, wish: RefundWish): Promise<RefundMade> {
  const found = await findOrder(deps.sql, wish.orderId)
  if (!found) throw new AppError('NOT_FOUND')
  return withProviderFailures(async () => {
    const { order, intent } = await settle(deps, found, { actor: wish.actor })
    if (intent?.status !== 'succeeded' || !REFUNDABLE.has(order.state)) {
      throw new AppError('ORDER_STATE', { message: '这笔订单没有可以退的款项' })
    }
    const asked = await keepWish(deps, wish, intent.amountReceived)
    return finishRefund(deps, asked)
  })
}

/** An exception holds money that nobody got credit for. */
const REFUNDABLE = new Set(['paid', 'partially_refunded', 'exception'])

/** The wish is kept before the provider hears of it, so that no crash makes two refunds of one. */
function keepWish(
  { sql, now }: Deps,
  { orderId, amount, reason, actor }: RefundWish,
  received: number,
): Promise<RefundRow> {
  return sql.begin(async (tx) => {
    const { currency } = (await lockOrder(tx, orderId))!
    const refunds = await listRefundsOf(tx, orderId)
    const open = refunds.find(({ status }) => status === 'asked')
    if (open) {
      if (amount === undefined || amount === open.amount) return open
      const message = `还有一笔 ${moneyText(open.amount, currency)} 的退款没有结果，请稍后再试`
      throw new AppError('ORDER_STATE', { message })
    }
    const left = refunds
      .filter(({ status }) => status === 'pending' || status === 'succeeded')
      .reduce((rest, refund) => rest - refund.amount, received)
    const wanted = amount ?? left
    if (!Number.isInteger(wanted) || wanted < 1 || wanted > left) {
      const message = left > 0 ? `最多还能退 ${moneyText(left, currency)}` : '款项已经全部退回'
      throw new AppError('VALIDATION', { message, fields: { amount: message } })
    }
    const at = now()
    const row = {
      id: uuidv7(),
      orderId,
      providerId: null,
      amount: wanted,
      status: 'asked',
      actor,
      reason,
      createdAt: at,
    } as const
    await keepRefund(tx, row, at)
    return { ...row, try: 1 }
  })
}
