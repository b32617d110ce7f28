import { timingSafeEqual } from 'node:crypto'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/recharge.ts'
import type { Deps } from '../../deps.ts'
import { drawQrCode } from '../../qr-code.ts'
import type { Intent } from '../../gateways/payments.ts'
import { AppError } from '../../http/app-error.ts'
import { closeOrder } from './close-order.ts'
import { declineSentence } from '../orders/decline-sentences.ts'
import { isOverdue, type OrderRow } from '../orders/order.ts'
import { findOrder, findOrderByIntent } from '../orders/orders.store.ts'
import { isTrouble, PROVIDER_MS, withProviderFailures } from '../../gateways/provider-failures.ts'
import { settle, type Settled } from './settle-order.ts'
import { type Means, tryToPay } from './attempt-payment.ts'

type Answer = OutputOf<typeof contract.confirmPayment>

/** Rounds in which another request for the same order may be faster. */
const ROUNDS = 3

/**
 * Tells how an earlier try to pay the order of this client secret ended, or tries: one payment method is
 * sent to the provider once, and limits of tries keep nobody from hearing of those that were made.
 * `processing` whenever the provider leaves us without an answer.
 */
export async function confirmPayment(
  allDeps: Deps,
  { userId, address }: { userId: string; address: string },
  { clientSecret, paymentMethodId }: InputOf<typeof contract.confirmPayment>,
): Promise<Answer> {
  const deps = { ...allDeps, payments: allDeps.payments.within(PROVIDER_MS) }
  await deps.limits.take('askPayment', userId)
  const means = meansOf(paymentMethodId, address)
  const { id } = await ownOrder(deps, userId, clientSecret)
  for (let round = 0; round < ROUNDS; round += 1) {
    const order = (await findOrder(deps.sql, id))!
    const known = await knownEnd(deps, order, means)
    if (known) return known
    const tried = await orUnknown(deps, id, () => tryToPay(deps, order, means))
    if (tried === 'unknown') break
    if (tried) return answerOf(id, tried)
  }
  return { status: 'processing', orderId: id }
}

function meansOf(id: string, address: string): Means {
  return id === 'alipay' || id === 'wechat_pay'
    ? { type: id, id, address: null }
    : { type: 'card', id, address }
}

/** Without an answer of the provider nobody knows how it ended: the buyer's page asks on. */
async function orUnknown<T>(
  { log }: Deps,
  orderId: string,
  work: () => Promise<T>,
): Promise<T | 'unknown'> {
  try {
    return await work()
  } catch (error) {
    if (!isTrouble(error)) throw error
    log.warn({ err: error, orderId }, 'the payment provider left a payment without an answer')
    return 'unknown'
  }
}

async function ownOrder({ sql }: Deps, userId: string, clientSecret: string): Promise<OrderRow> {
  const intentId = clientSecret.split('_secret_', 1)[0]!
  const order = await findOrderByIntent(sql, intentId)
  const given = Buffer.from(clientSecret)
  const kept = Buffer.from(order?.clientSecret ?? '')
  const fits = given.length === kept.length && timingSafeEqual(given, kept)
  if (!order || order.userId !== userId || !fits) throw new AppError('NOT_FOUND')
  return order
}

/** What there is to say without a new try; null when the order waits for one. */
async function knownEnd(deps: Deps, order: OrderRow, means: Means): Promise<Answer | null> {
  switch (order.state) {
    case 'pending':
      return isOverdue(order, deps.now())
        ? endOfOverdue(deps, order, means)
        : earlierTries(deps, order, means)
    case 'processing': {
      const settled = await orUnknown(deps, order.id, () =>
        settle(deps, order, { actor: 'provider' }),
      )
      return settled === 'unknown' || settled.order.state === 'processing'
        ? { status: 'processing', orderId: order.id }
        : afterSettling(deps, settled, means)
    }
    case 'paid':
      return { status: 'succeeded', orderId: order.id }
    case 'expired':
      throw new AppError('ORDER_EXPIRED')
    default:
      throw new AppError('ORDER_STATE')
  }
}

async function endOfOverdue(deps: Deps, order: OrderRow, means: Means): Promise<Answer | null> {
  const closed = await withProviderFailures(() => closeOrder(deps, order, { actor: 'system' }))
  if (closed.state === 'pending') throw new AppError('ORDER_EXPIRED')
  return knownEnd(deps, closed, means)
}

/** Never again blindly: an earlier try may have gone through since. */
async function earlierTries(deps: Deps, order: OrderRow, means: Means): Promise<Answer | null> {
  if (order.confirmCount === 0) return null
  const settled = await withProviderFailures(() => settle(deps, order, { actor: 'provider' }))
  return afterSettling(deps, settled, means)
}

async function afterSettling(
  deps: Deps,
  { order, intent }: Settled,
  means: Means,
): Promise<Answer | null> {
  return order.state === 'pending' && intent
    ? lookedUp(order, intent, means)
    : knownEnd(deps, order, means)
}

/** The same card again asks how it went, as does the same wallet while it waits; anything else is a new try. */
function lookedUp(order: OrderRow, intent: Intent, { type, id }: Means): Answer | null {
  const isSame = type === 'card' ? order.attemptedMethod === id : intent.paymentMethodType === type
  if (!isSame) return null
  if (intent.status === 'requires_action') return answerOf(order.id, intent)
  if (type === 'card' && order.failureCode !== null) throw declined(order.failureCode)
  return null
}

function answerOf(orderId: string, { status, nextAction, lastError }: Intent): Answer {
  switch (status) {
    case 'succeeded':
      return { status, orderId }
    case 'requires_action':
      return { status, orderId, nextAction: shown(nextAction) }
    case 'requires_payment_method':
      throw declined(lastError?.declineCode ?? lastError?.code ?? 'card_declined')
    default:
      return { status: 'processing', orderId }
  }
}

function shown(action: Intent['nextAction']): Answer['nextAction'] {
  if (action?.type !== 'qr') return action ?? { type: 'sdk' }
  return { type: 'qr', code: drawQrCode(action.text), url: action.url }
}

function declined(code: string): AppError {
  return new AppError('CARD_DECLINED', { message: declineSentence(code) })
}
