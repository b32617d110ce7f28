import { setTimeout as delay } from 'node:timers/promises'
import type { Deps } from '../../deps.ts'
import { isPaymentFailure, type PaymentFailure, type Refund } from '../../gateways/payments.ts'
import { AppError } from '../../http/app-error.ts'
import { applyPayment } from '../payments/apply-snapshot.ts'
import type { OrderRow } from '../orders/order.ts'
import { findOrder } from '../orders/orders.store.ts'
import { markOf } from '../../gateways/ownership.ts'
import { isTrouble } from '../../gateways/provider-failures.ts'
import { askProvider, type Word } from '../../gateways/provider-snapshot.ts'
import { findRefund, raiseRefundTry, type RefundRow, refuseRefund } from './refunds.store.ts'

export interface RefundMade {
  /** As it stands afterwards. */
  order: OrderRow
  refund: Pick<Refund, 'id' | 'amount' | 'status'>
}

/** Answers of the provider that are worth another question at once. */
const ROUNDS = 4
const WHILE_IN_PROGRESS_MS = 300

/**
 * Brings a refund that was asked for to its end: looks whether the provider has it already, asks for it
 * if not, and applies it. Throws PaymentFailure when there is no answer, and it can be asked for again;
 * AppError ORDER_STATE when the provider refuses it.
 */
export async function finishRefund(deps: Deps, { id }: Pick<RefundRow, 'id'>): Promise<RefundMade> {
  for (let round = 1; ; round += 1) {
    const asked = (await findRefund(deps.sql, id))!
    const order = (await findOrder(deps.sql, asked.orderId))!
    const intentId = order.paymentIntentId!
    const word = await askProvider(deps.payments, intentId, { mayHaveMoneyBack: true })
    const there = (word.refunds ?? []).find((refund) => isThis(asked, refund))
    if (asked.status === 'refused' && !there) throw refusal()
    try {
      const refund = there ?? (await ask(deps, asked, intentId))
      const refunds = there ? word.refunds : [...(word.refunds ?? []), refund]
      return await apply(deps, asked, { ...word, ...(refunds && { refunds }) }, refund)
    } catch (error) {
      if (isPaymentFailure(error, 'serverError')) await raiseRefundTry(deps.sql, id, asked.try)
      else if (isPaymentFailure(error, 'inProgress')) await delay(WHILE_IN_PROGRESS_MS)
      else if (isPaymentFailure(error) && !isTrouble(error)) {
        deps.log.warn({ err: error, orderId: order.id }, 'the provider refused a refund')
        await refuseRefund(deps.sql, id, deps.now())
        throw refusal(error)
      } else throw error
      if (round === ROUNDS) throw error
    }
  }
}

/** Which refund of the provider is the one that was asked for. */
function isThis({ id, providerId }: RefundRow, refund: Refund): boolean {
  return refund.id === providerId || refund.metadata['refund'] === id
}

function ask(deps: Deps, asked: RefundRow, intentId: string): Promise<Refund> {
  const { id, orderId, amount } = asked
  return deps.payments.createRefund({
    intentId,
    amount,
    metadata: { ...markOf(deps, orderId), refund: id },
    idempotencyKey: `refund:${id}:${asked.try}`,
  })
}

async function apply(
  deps: Deps,
  { orderId, actor }: RefundRow,
  word: Word,
  { id, amount, status }: Refund,
): Promise<RefundMade> {
  const order = await applyPayment(deps, orderId, word, { actor })
  return { order, refund: { id, amount, status } }
}

/** The provider's codes that an operator meets. */
const reasons: Record<string, string> = {
  charge_already_refunded: '款项已经全部退回',
  charge_disputed: '付款有争议，不能退款',
  balance_insufficient: '支付账户余额不足',
  amount_too_large: '金额超过可退的款项',
}

function refusal(failure?: PaymentFailure): AppError {
  const why = failure && (reasons[failure.code ?? ''] ?? failure.message)
  const message = `支付平台拒绝了这笔退款${why === undefined ? '' : `：${why}`}`
  return new AppError('ORDER_STATE', { message, ...(failure && { cause: failure }) })
}
