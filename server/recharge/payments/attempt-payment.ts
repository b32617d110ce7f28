import type { Deps } from '../../deps.ts'
import type { PaymentMethodType } from '#contract/shapes.ts'
import { type Intent, isPaymentFailure, type PaymentFailure } from '../../gateways/payments.ts'
import { AppError } from '../../http/app-error.ts'
import { applyPayment } from './apply-snapshot.ts'
import { closeUnknown } from './close-order.ts'
import { countDecline, refuseAfterDeclines } from './declined-cards.ts'
import type { OrderRow } from '../orders/order.ts'
import { recordOrderEvent } from '../orders/order-events.store.ts'
import { lockOrder, takeAttempt } from '../orders/orders.store.ts'
import { withProviderFailures } from '../../gateways/provider-failures.ts'
import { settle } from './settle-order.ts'

export const ATTEMPTS_PER_INTENT = 5

/** What the buyer wants to pay with: a card by the id that its form gave, anything else by its name. */
export interface Means {
  type: PaymentMethodType
  id: string
  /** Network address from which a card is tried. */
  address: string | null
}

/**
 * One try to pay: the right to it is taken in the database, then the provider is asked, then its answer
 * is applied. Returns the intent as the provider answered; null when something else has happened to the
 * order, so that it has to be read again.
 */
export async function tryToPay(deps: Deps, order: OrderRow, means: Means): Promise<Intent | null> {
  const { id, userId, confirmCount } = order
  mustBeAllowed(deps, order, means)
  await refuseAfterDeclines(deps, { userId, address: means.address })
  await deps.limits.take('confirmPayment', userId)
  const methodId = await methodFor(deps, means)
  if (!(await beginTry(deps, order, { methodId, from: means.address }))) {
    // another request was faster: this one tries nothing
    await deps.limits.giveBack('confirmPayment', userId)
    return null
  }

  try {
    const intent = await deps.payments.confirmIntent(order.paymentIntentId!, {
      paymentMethodId: methodId,
      methodType: means.type,
      returnUrl: `${deps.config.publicUrl}/account/stripe-callback?order=${id}`,
      idempotencyKey: `confirm:${id}:${confirmCount + 1}`,
    })
    await applyPayment(deps, id, { intent }, { actor: 'provider', isAnswer: true })
    return intent
  } catch (error) {
    if (!isPaymentFailure(error)) throw error
    return afterFailure(deps, order, error)
  }
}

/** What can be refused without a word to anybody costs no try. */
function mustBeAllowed({ config, now }: Deps, order: OrderRow, { type }: Means): void {
  if (!config.payments.methods.includes(type)) {
    const message = '暂不支持这种支付方式，请换一种'
    throw new AppError('VALIDATION', { message, fields: { paymentMethodId: message } })
  }
  if (order.confirmCount >= ATTEMPTS_PER_INTENT) {
    throw new AppError('RATE_LIMITED', {
      message: '这笔订单的付款尝试次数已用完，请取消后重新下单',
      retryAfter: Math.ceil((order.expiresAt.getTime() - now().getTime()) / 1000),
    })
  }
}

/** False when the order no longer stands where it was read. An earlier challenge of a bank is left by it. */
async function beginTry(
  deps: Deps,
  { id, userId, confirmCount }: OrderRow,
  { methodId, from }: { methodId: string; from: string | null },
): Promise<boolean> {
  const at = deps.now()
  const begun = await deps.sql.begin(async (tx) => {
    const before = await lockOrder(tx, id)
    if (!(await takeAttempt(tx, { id, confirmCount, methodId, from, now: at }))) return null
    await recordOrderEvent(tx, {
      orderId: id,
      from: 'pending',
      to: 'processing',
      actor: 'user',
      at,
    })
    return { leftFrom: before?.attemptedFrom ?? null }
  })
  if (begun === null) return false
  if (begun.leftFrom !== null) await countDecline(deps, { userId, address: begun.leftFrom })
  return true
}

/** Each try has a payment method of its own, so that the provider's word about an earlier one is known as such. */
function methodFor({ payments }: Deps, { type, id }: Means): Promise<string> | string {
  return type === 'card' ? id : withProviderFailures(() => payments.createMethod(type))
}

async function afterFailure(
  deps: Deps,
  order: OrderRow,
  failure: PaymentFailure,
): Promise<Intent | null> {
  switch (failure.kind) {
    case 'declined': {
      const { intent, error } = failure
      if (!intent) return intentAfter(deps, order)
      const told = { ...intent, lastError: error ?? intent.lastError }
      await applyPayment(deps, order.id, { intent: told }, { actor: 'provider', isAnswer: true })
      return told
    }
    case 'unexpectedState':
      await intentAfter(deps, order)
      return null
    case 'missing':
      await closeUnknown(deps, order, { actor: 'system' })
      return null
    case 'badPaymentMethod':
      await intentAfter(deps, order)
      throw new AppError('VALIDATION', {
        message: '这次填写的支付信息已失效，请重新填写或换一种支付方式',
        fields: { paymentMethodId: '支付信息已失效' },
      })
    case 'rateLimited':
      await intentAfter(deps, order)
      throw new AppError('OVERLOADED', { retryAfter: 2 })
    default:
      throw failure
  }
}

/** Nothing was paid by this try itself: the provider says where the intent stands. */
async function intentAfter(deps: Deps, order: OrderRow): Promise<Intent> {
  const { intent } = await settle(deps, order, { actor: 'provider', isAnswer: true })
  return intent!
}
