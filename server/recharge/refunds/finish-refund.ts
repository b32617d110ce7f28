import { setTimeout as delay } from 'node:timers/promises'
import { raiseAlert } from '../../alerts/raise-alert.ts'
import { lockAccount } from '../../credit/credit-accounts.store.ts'
import { findMovement } from '../../credit/ledger.store.ts'
import { readLateHolds, readReserve } from '../../credit/reserves.store.ts'
import type { Query } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import { metadataOf } from '../../gateways/payments/ownership.ts'
import {
  isPaymentFailure,
  type PaymentFailure,
  type Refund,
} from '../../gateways/payments/payments.ts'
import { isTemporaryFailure } from '../../gateways/payments/provider-failures.ts'
import { fetchSnapshot, type ProviderSnapshot } from '../../gateways/payments/provider-snapshot.ts'
import { AppError } from '../../http/app-error.ts'
import { moneyText } from '../../lib/money-text.ts'
import type { OrderRow } from '../orders/order.ts'
import { findOrder, lockOrder } from '../orders/orders.store.ts'
import { applyReversals } from './apply-reversals.ts'
import { findRefund, raiseRefundTry, type RefundRow, refuseRefund } from './refunds.store.ts'

export interface RefundResult {
  /** As it is after the refund. */
  order: OrderRow
  refund: Pick<Refund, 'id' | 'amount' | 'status'>
  /** Credit that this refund took back. */
  creditTakenBack: number
}

/** Rounds in which an answer of the provider is worth another call at once. */
const ROUNDS = 4
const WHILE_IN_PROGRESS_MS = 300

/**
 * Brings a stored refund to its end: looks whether the provider has it already, creates it if not, and
 * applies it. Throws PaymentFailure when the provider does not answer, and the refund can be finished
 * later; AppError ORDER_STATE when the provider refuses it.
 */
export async function finishRefund(
  deps: Deps,
  { id }: Pick<RefundRow, 'id'>,
): Promise<RefundResult> {
  for (let round = 1; ; round += 1) {
    const stored = (await findRefund(deps.sql, id))!
    const order = (await findOrder(deps.sql, stored.orderId))!
    const intentId = order.paymentIntentId!
    const snapshot = await fetchSnapshot(deps.payments, intentId, { withReversals: true })
    const { refunds = [] } = snapshot
    const existing = refunds.find((refund) => isSameRefund(stored, refund))
    if (stored.status === 'refused' && !existing) throw refundRefused()
    if (!existing && stored.isByPolicy) await requireItsCredit(deps, stored)
    try {
      const refund = existing ?? (await createRefund(deps, stored, intentId))
      const reported = { ...snapshot, refunds: existing ? refunds : [...refunds, refund] }
      return await applyRefund(deps, stored, reported, refund)
    } catch (error) {
      if (isPaymentFailure(error, 'serverError')) await raiseRefundTry(deps.sql, id, stored.try)
      else if (isPaymentFailure(error, 'inProgress')) await delay(WHILE_IN_PROGRESS_MS)
      else if (isPaymentFailure(error) && !isTemporaryFailure(error)) {
        deps.log.warn({ err: error, orderId: order.id }, 'the provider refused a refund')
        await refuseRefund(deps.sql, id, deps.now())
        throw refundRefused(error)
      } else throw error
      if (round === ROUNDS) throw error
    }
  }
}

/** Whether the provider's refund is the one that is stored here. */
function isSameRefund({ id, providerId }: RefundRow, refund: Refund): boolean {
  return refund.id === providerId || refund.metadata['refund'] === id
}

/**
 * Looks again before money is sent: refuses a refund that the policy gave when captures have taken its credit
 * meanwhile. Throws ORDER_STATE.
 */
async function requireItsCredit(deps: Deps, { id, orderId, amount }: RefundRow): Promise<void> {
  const isThere = await deps.sql.begin(async (tx) => {
    const at = deps.now()
    const { userId, orderNo, currency } = (await lockOrder(tx, orderId))!
    const { balance, held } = await lockAccount(tx, userId, { at })
    if ((await readReserve(tx, userId, id)) === 0) return true
    if (balance - held >= (await readLateHolds(tx, userId, at))) return true
    await refuseRefund(tx, id, at)
    const facts = { orderNo, amount: moneyText(amount, currency) }
    await raiseAlert(deps, tx, { kind: 'refund_dropped', subject: id, facts })
    return false
  })
  if (isThere) return
  const message = '等待支付平台期间，应退的积分已被任务用掉：没有退款，请再看一次'
  throw new AppError('ORDER_STATE', { message })
}

function createRefund(deps: Deps, stored: RefundRow, intentId: string): Promise<Refund> {
  const { id, orderId, amount } = stored
  return deps.payments.createRefund({
    intentId,
    amount,
    metadata: { ...metadataOf(deps, orderId), refund: id },
    idempotencyKey: `refund:${id}:${stored.try}`,
  })
}

async function applyRefund(
  deps: Deps,
  { orderId, actor }: RefundRow,
  snapshot: ProviderSnapshot,
  { id, amount, status }: Refund,
): Promise<RefundResult> {
  const order = await deps.sql.begin(async (tx) => {
    const before = (await lockOrder(tx, orderId))!
    return applyReversals(tx, deps, before, snapshot, { actor, at: deps.now() })
  })
  const creditTakenBack = await readCreditTakenBack(deps.sql, order, id)
  return { order, refund: { id, amount, status }, creditTakenBack }
}

async function readCreditTakenBack(
  sql: Query,
  { userId }: OrderRow,
  refundId: string,
): Promise<number> {
  const clawback = await findMovement(sql, userId, `refund:${refundId}:refund_clawback`)
  return clawback?.changes.reduce((sum, { delta }) => sum - delta, 0) ?? 0
}

/** The provider's error codes that an operator meets. */
const REFUSALS: Record<string, string> = {
  charge_already_refunded: '款项已经全部退回',
  charge_disputed: '付款有争议，不能退款',
  balance_insufficient: '支付账户余额不足',
  amount_too_large: '金额超过可退的款项',
}

function refundRefused(failure?: PaymentFailure): AppError {
  const why = failure && (REFUSALS[failure.code ?? ''] ?? failure.message)
  const message = `支付平台拒绝了这笔退款${why === undefined ? '' : `：${why}`}`
  return new AppError('ORDER_STATE', { message, ...(failure && { cause: failure }) })
}
