import type { Deps } from '../../deps.ts'
import { uuidv7 } from '../../db/ids.ts'
import type { Query } from '../../db/sql.ts'
import { AppError } from '../../http/app-error.ts'
import { finishRefund, type RefundMade } from './finish-refund.ts'
import { moneyText } from '../../money-text.ts'
import type { Actor, OrderRow } from '../orders/order.ts'
import { findOrder, lockOrder } from '../orders/orders.store.ts'
import { withProviderFailures } from '../../gateways/provider-failures.ts'
import { leftOf, type PolicyRefund, policyRefund } from './refund-policy.ts'
import { keepRefund, listRefundsOf, type RefundRow } from './refunds.store.ts'
import { settle } from '../payments/settle-order.ts'

export interface RefundWish {
  orderId: string
  /** Minor units; absent: all that is left of what was paid. */
  amount?: number
  /** The amount is what the policy was seen to promise: refused when it promises another by now. */
  isByPolicy?: boolean
  reason: string
  actor: Actor
}

export interface RefundOffer {
  order: OrderRow
  policy: PolicyRefund
  /** One that was asked for and has no answer yet: it comes first. */
  open: RefundRow | null
}

/** What the published policy promises for an order, after a look at the provider. Throws as `refundOrder` does. */
export async function offerRefund(
  deps: Deps,
  { orderId, actor }: Pick<RefundWish, 'orderId' | 'actor'>,
): Promise<RefundOffer> {
  const { order, received } = await withProviderFailures(() => payable(deps, { orderId, actor }))
  return deps.sql.begin(async (tx) => {
    await lockOrder(tx, orderId)
    const refunds = await listRefundsOf(tx, orderId)
    const policy = await policyRefund(tx, order, { received, refunds, at: deps.now() })
    return { order, policy, open: openOf(refunds) }
  })
}

/**
 * Gives money back through the provider and claws back its share of the credit. Asked again while the
 * first refund has no answer yet, it finishes that one. Throws AppError: NOT_FOUND, ORDER_STATE (nothing
 * to give back, the policy promises another amount by now, or the provider refuses), VALIDATION (amount),
 * DEPENDENCY_DOWN (no answer; the refund is finished by itself later).
 */
export function refundOrder(deps: Deps, wish: RefundWish): Promise<RefundMade> {
  return withProviderFailures(async () => {
    const { received } = await payable(deps, wish)
    return finishRefund(deps, await keepWish(deps, wish, received))
  })
}

/** An exception holds money that nobody got credit for. */
const REFUNDABLE = new Set(['paid', 'partially_refunded', 'exception'])

/** The order with what came in for it, as the provider says now. */
async function payable(
  deps: Deps,
  { orderId, actor }: Pick<RefundWish, 'orderId' | 'actor'>,
): Promise<{ order: OrderRow; received: number }> {
  const found = await findOrder(deps.sql, orderId)
  if (!found) throw new AppError('NOT_FOUND')
  const { order, intent } = await settle(deps, found, { actor })
  if (intent?.status !== 'succeeded' || !REFUNDABLE.has(order.state)) {
    throw new AppError('ORDER_STATE', { message: '这笔订单没有可以退的款项' })
  }
  return { order, received: intent.amountReceived }
}

function openOf(refunds: readonly RefundRow[]): RefundRow | null {
  return refunds.find(({ status }) => status === 'asked') ?? null
}

/** The wish is kept before the provider hears of it, so that no crash makes two refunds of one. */
function keepWish(
  { sql, now }: Deps,
  { orderId, amount, isByPolicy = false, reason, actor }: RefundWish,
  received: number,
): Promise<RefundRow> {
  return sql.begin(async (tx) => {
    const order = (await lockOrder(tx, orderId))!
    const { currency } = order
    const refunds = await listRefundsOf(tx, orderId)
    const open = openOf(refunds)
    if (open) {
      if (amount === undefined || amount === open.amount) return open
      const message = `还有一笔 ${moneyText(open.amount, currency)} 的退款没有结果，请稍后再试`
      throw new AppError('ORDER_STATE', { message })
    }
    const at = now()
    const left = leftOf(refunds, received)
    const wanted = amount ?? left
    if (!Number.isInteger(wanted) || wanted < 1 || wanted > left) {
      const message = left > 0 ? `最多还能退 ${moneyText(left, currency)}` : '款项已经全部退回'
      throw new AppError('VALIDATION', { message, fields: { amount: message } })
    }
    if (isByPolicy) await demandPromise(tx, order, { wanted, received, refunds, at })
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

/** Credit may have been spent since the operator looked. */
async function demandPromise(
  tx: Query,
  order: OrderRow,
  { wanted, ...facts }: { wanted: number } & Parameters<typeof policyRefund>[2],
): Promise<void> {
  const { amount } = await policyRefund(tx, order, facts)
  if (amount === wanted) return
  const message = `积分刚刚有变动，按规则应退 ${moneyText(amount, order.currency)}：没有退款，请再看一次`
  throw new AppError('ORDER_STATE', { message })
}
