import type { Deps } from '../../deps.ts'
import { uuidv7 } from '../../db/ids.ts'
import type { Query } from '../../db/sql.ts'
import { AppError } from '../../http/app-error.ts'
import { finishRefund, type RefundResult } from './finish-refund.ts'
import { moneyText } from '../../lib/money-text.ts'
import type { Actor } from '../../actor.ts'
import type { OrderRow } from '../orders/order.ts'
import { findOrder, lockOrder } from '../orders/orders.store.ts'
import { settleOrder } from '../payments/settle-order.ts'
import { withProviderFailures } from '../../gateways/payments/provider-failures.ts'
import { leftAfter, type PolicyRefund, computePolicyRefund } from './refund-policy.ts'
import { storeRefund, listRefundsOf, type RefundRow } from './refunds.store.ts'
import { reversedMoney } from './store-refunds-and-disputes.ts'
import { listDisputesOf } from './disputes.store.ts'
import { creditToMove } from './order-credit.ts'
import { lockAccount } from '../../credit/credit-accounts.store.ts'
import { listChangesOf } from '../../credit/ledger.store.ts'
import { reserveCredit } from '../../credit/reserves.store.ts'

export interface RefundRequest {
  orderId: string
  /** Minor units; absent: all that is left of the payment. */
  amount?: number
  /** The amount is the policy's: refused when the policy gives another one by now. */
  isByPolicy?: boolean
  /** What the operator saw: no second refund is made when the open one or another one has come to its end since. */
  seen?: SeenRefunds
  reason: string
  actor: Actor
}

/** The refunds of an order at one moment. */
export interface SeenRefunds {
  /** Oldest first. */
  refunds: readonly RefundRow[]
  /** The one that the provider has not answered; it has to be finished first. */
  open: RefundRow | null
}

export interface RefundOffer extends SeenRefunds {
  order: OrderRow
  policy: PolicyRefund
}

/** What the published policy gives for an order, after settling it. Throws as `refundOrder` does. */
export async function offerRefund(
  deps: Deps,
  { orderId, actor }: Pick<RefundRequest, 'orderId' | 'actor'>,
): Promise<RefundOffer> {
  const { order, received } = await withProviderFailures(() =>
    settleRefundable(deps, { orderId, actor }),
  )
  return deps.sql.begin(async (tx) => {
    await lockOrder(tx, orderId)
    const refunds = await listRefundsOf(tx, orderId)
    const open = findOpen(refunds)
    const facts = { received, refunds, open, at: deps.now() }
    const policy = await computePolicyRefund(tx, order, facts)
    return { order, policy, refunds, open }
  })
}

/**
 * Refunds money through the provider and takes back its share of the credit. While an earlier refund has no
 * answer, it finishes that one. Throws AppError: NOT_FOUND, ORDER_STATE (nothing to refund, the policy gives
 * another amount by now, or the provider refuses), VALIDATION (amount), DEPENDENCY_DOWN (no answer; a timed
 * job finishes the refund).
 */
export function refundOrder(deps: Deps, request: RefundRequest): Promise<RefundResult> {
  return withProviderFailures(async () => {
    const { received } = await settleRefundable(deps, request)
    return finishRefund(deps, await storeRequest(deps, request, received))
  })
}

/** An order in `exception` has money for which no credit was granted. */
const REFUNDABLE = new Set(['paid', 'partially_refunded', 'exception'])

/** The settled order and the money that it received. Throws ORDER_STATE when there is none. */
async function settleRefundable(
  deps: Deps,
  { orderId, actor }: Pick<RefundRequest, 'orderId' | 'actor'>,
): Promise<{ order: OrderRow; received: number }> {
  const found = await findOrder(deps.sql, orderId)
  if (!found) throw new AppError('NOT_FOUND')
  const { order, intent } = await settleOrder(deps, found, { actor })
  if (intent?.outcome !== 'paid' || !REFUNDABLE.has(order.state)) {
    throw new AppError('ORDER_STATE', { message: '这笔订单没有可以退的款项' })
  }
  return { order, received: intent.amountReceived }
}

function findOpen(refunds: readonly RefundRow[]): RefundRow | null {
  return refunds.find(({ status }) => status === 'asked') ?? null
}

/** Stored before the provider is asked, so that a crash does not make two refunds of one. */
function storeRequest(
  { sql, now }: Deps,
  { orderId, amount, isByPolicy = false, seen, reason, actor }: RefundRequest,
  received: number,
): Promise<RefundRow> {
  return sql.begin(async (tx) => {
    const order = (await lockOrder(tx, orderId))!
    const { currency } = order
    const refunds = await listRefundsOf(tx, orderId)
    const open = findOpen(refunds)
    const meant = seen?.open ? refunds.find(({ id }) => id === seen.open?.id) : open
    if (meant && (amount === undefined || amount === meant.amount)) return meant
    if (open) {
      const message = `还有一笔 ${moneyText(open.amount, currency)} 的退款没有结果，请稍后再试`
      throw new AppError('ORDER_STATE', { message })
    }
    if (seen && (seen.open || refunds.length > seen.refunds.length)) {
      const message = '刚刚有另一笔退款有了结果：没有再退款，请再看一次'
      throw new AppError('ORDER_STATE', { message })
    }
    const at = now()
    const left = leftAfter(refunds, received)
    const wanted = amount ?? left
    if (!Number.isInteger(wanted) || wanted < 1 || wanted > left) {
      const message = left > 0 ? `最多还能退 ${moneyText(left, currency)}` : '款项已经全部退回'
      throw new AppError('VALIDATION', { message, fields: { amount: message } })
    }
    if (isByPolicy) await checkPolicyAmount(tx, order, { wanted, received, refunds, at })
    const row = {
      id: uuidv7(),
      orderId,
      providerId: null,
      amount: wanted,
      status: 'asked',
      actor,
      reason,
      isByPolicy,
      createdAt: at,
    } as const
    await reserveClawback(tx, order, { refunds, row, at })
    await storeRefund(tx, row, at)
    return { ...row, try: 1 }
  })
}

/** Reserves the credit that the refund will take back, so that nobody spends it meanwhile. */
async function reserveClawback(
  tx: Query,
  order: OrderRow,
  {
    refunds,
    row,
    at,
  }: { refunds: readonly RefundRow[]; row: Pick<RefundRow, 'id' | 'amount'>; at: Date },
): Promise<void> {
  const account = await lockAccount(tx, order.userId, { at })
  const reversed = reversedMoney(order, refunds, await listDisputesOf(tx, order.id))
  reversed.refunded += row.amount
  const changes = await listChangesOf(tx, order.userId, order.id)
  const { hold, clawback } = creditToMove(changes, reversed)
  await reserveCredit(tx, account, { reference: row.id, amount: hold + clawback, at })
}

/** Throws ORDER_STATE when credit was spent since the operator looked, so that the policy gives another amount. */
async function checkPolicyAmount(
  tx: Query,
  order: OrderRow,
  { wanted, ...facts }: { wanted: number } & Parameters<typeof computePolicyRefund>[2],
): Promise<void> {
  const { amount } = await computePolicyRefund(tx, order, facts)
  if (amount === wanted) return
  const message = `积分刚刚有变动，按规则应退 ${moneyText(amount, order.currency)}：没有退款，请再看一次`
  throw new AppError('ORDER_STATE', { message })
}
