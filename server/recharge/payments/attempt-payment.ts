import type { Deps } from '../../deps.ts'
import type { PaymentMethodType } from '#contract/shapes.ts'
import {
  type Intent,
  isPaymentFailure,
  type PaymentFailure,
} from '../../gateways/payments/payments.ts'
import { DatabaseUnavailable } from '../../db/sql.ts'
import { AppError } from '../../http/app-error.ts'
import { applySnapshot } from './apply-snapshot.ts'
import { closeOrderWithUnknownIntent } from './close-order.ts'
import { countDecline, reserveDecline } from './declines/declined-cards.ts'
import type { OrderRow } from '../orders/order.ts'
import { recordOrderEvent } from '../orders/order-events.store.ts'
import { claimAttempt } from '../orders/attempts.store.ts'
import { lockOrder } from '../orders/orders.store.ts'
import { withProviderFailures } from '../../gateways/payments/provider-failures.ts'
import { settleOrder } from './settle-order.ts'
import { rechargeLimits } from '../limits.ts'

export const ATTEMPTS_PER_INTENT = 5

/** What the buyer pays with: a card by the id from its form, a wallet by its name. */
export interface PaymentMethodChoice {
  type: PaymentMethodType
  id: string
  /** Network address that a card is used from; null for a wallet. */
  address: string | null
}

/**
 * One payment attempt: claims the right to it in the database, sends it to the provider and applies the
 * answer. Returns the intent as the provider answered; null when the order has changed meanwhile and has to
 * be read again.
 */
export async function attemptPayment(
  deps: Deps,
  order: OrderRow,
  choice: PaymentMethodChoice,
): Promise<Intent | null> {
  checkAttemptAllowed(deps, order, choice)
  const { userId } = order
  const reservation = await reserveDecline(deps, { userId, address: choice.address })
  try {
    const intent = await sendAttempt(deps, order, choice)
    await reservation.release()
    return intent
  } catch (error) {
    const released = reservation.release()
    // the buyer has waited for the database long enough
    if (!(error instanceof DatabaseUnavailable)) await released
    throw error
  }
}

async function sendAttempt(
  deps: Deps,
  order: OrderRow,
  choice: PaymentMethodChoice,
): Promise<Intent | null> {
  const { id, userId, confirmCount } = order
  await deps.limits.consume(rechargeLimits.confirmPayment, userId)
  const methodId = await findMethodId(deps, choice)
  if (!(await beginAttempt(deps, order, { methodId, choice }))) {
    // a concurrent request was first: this one attempts nothing
    await deps.limits.release(rechargeLimits.confirmPayment, userId)
    return null
  }

  try {
    const intent = await deps.payments.confirmIntent(order.paymentIntentId!, {
      paymentMethodId: methodId,
      methodType: choice.type,
      returnUrl: `${deps.config.publicUrl}/account/stripe-callback?order=${id}`,
      idempotencyKey: `confirm:${id}:${confirmCount + 1}`,
    })
    await applySnapshot(deps, id, { intent }, { actor: 'provider', isAnswer: true })
    return intent
  } catch (error) {
    if (!isPaymentFailure(error)) throw error
    return handleFailure(deps, order, error)
  }
}

/** Checked before anything is counted or sent. */
function checkAttemptAllowed(
  { config, now }: Deps,
  order: OrderRow,
  { type }: PaymentMethodChoice,
): void {
  if (!config.payments.methods.includes(type)) {
    const message = '暂不支持该付款方式，请更换'
    throw new AppError('VALIDATION', { message, fields: { paymentMethodId: message } })
  }
  if (order.confirmCount >= ATTEMPTS_PER_INTENT) {
    throw new AppError('RATE_LIMITED', {
      message: '该订单的付款次数已达上限，请取消后重新下单',
      retryAfter: Math.ceil((order.expiresAt.getTime() - now().getTime()) / 1000),
    })
  }
}

/** False when the order has changed since it was read. The attempt abandons an earlier challenge of a bank. */
async function beginAttempt(
  deps: Deps,
  { id, userId, confirmCount }: OrderRow,
  { methodId, choice }: { methodId: string; choice: PaymentMethodChoice },
): Promise<boolean> {
  const at = deps.now()
  const begun = await deps.sql.begin(async (tx) => {
    const before = await lockOrder(tx, id)
    const attempt = { methodId, methodType: choice.type, from: choice.address, now: at }
    if (!(await claimAttempt(tx, { id, confirmCount, ...attempt }))) return null
    await recordOrderEvent(tx, {
      orderId: id,
      from: 'pending',
      to: 'processing',
      actor: 'user',
      at,
    })
    return { abandonedFrom: before?.attemptedFrom ?? null }
  })
  if (begun === null) return false
  if (begun.abandonedFrom !== null)
    await countDecline(deps, { userId, address: begun.abandonedFrom })
  return true
}

/** Each attempt has a payment method of its own, which tells the provider's answers about attempts apart. */
function findMethodId(
  { payments }: Deps,
  { type, id }: PaymentMethodChoice,
): Promise<string> | string {
  return type === 'card' ? id : withProviderFailures(() => payments.createMethod(type))
}

async function handleFailure(
  deps: Deps,
  order: OrderRow,
  failure: PaymentFailure,
): Promise<Intent | null> {
  switch (failure.kind) {
    case 'declined': {
      const { intent, error } = failure
      if (!intent) return settleIntent(deps, order)
      const declined = { ...intent, lastError: error ?? intent.lastError }
      await applySnapshot(
        deps,
        order.id,
        { intent: declined },
        { actor: 'provider', isAnswer: true },
      )
      return declined
    }
    case 'unexpectedState':
      await settleIntent(deps, order)
      return null
    case 'missing':
      await closeOrderWithUnknownIntent(deps, order, { actor: 'system' })
      return null
    case 'badPaymentMethod':
      await settleIntent(deps, order)
      throw new AppError('VALIDATION', {
        message: '本次填写的支付信息已失效，请重新填写或更换付款方式',
        fields: { paymentMethodId: '支付信息已失效' },
      })
    case 'rateLimited':
      await settleIntent(deps, order)
      throw new AppError('OVERLOADED', { retryAfter: 2 })
    case 'invalid':
      await settleIntent(deps, order)
      throw failure
    default:
      throw failure
  }
}

/** This attempt itself paid nothing: settles the order by the intent as it is now. */
async function settleIntent(deps: Deps, order: OrderRow): Promise<Intent> {
  const { intent } = await settleOrder(deps, order, { actor: 'provider', isAnswer: true })
  return intent!
}
