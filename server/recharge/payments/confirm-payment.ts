import { timingSafeEqual } from 'node:crypto'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/recharge/recharge.ts'
import type { Deps } from '../../deps.ts'
import type { Intent } from '../../gateways/payments/payments.ts'
import {
  isTemporaryFailure,
  PROVIDER_BUDGET_MS,
  withProviderFailures,
} from '../../gateways/payments/provider-failures.ts'
import { AppError } from '../../http/app-error.ts'
import { drawQrCode } from '../../lib/qr-code.ts'
import { declineSentence } from '../orders/decline-sentences.ts'
import { refusePayment } from '../orders/open-order-to-pay.ts'
import { isOverdue, type OrderRow } from '../orders/order.ts'
import { findOrder, findOrderByIntent } from '../orders/orders.store.ts'
import { attemptPayment, type PaymentMethodChoice } from './attempt-payment.ts'
import { closeOrder } from './close-order.ts'
import { alertRefusals } from './refused-by-provider.ts'
import { settleOrder, type SettledOrder } from './settle-order.ts'
import { rechargeLimits } from '../limits.ts'

type Response = OutputOf<typeof contract.confirmPayment>

/** Rounds in which a concurrent request for the same order may be first. */
const ROUNDS = 3

/**
 * Reports how an earlier payment attempt for the order of this client secret ended, or makes an attempt: a
 * payment method is sent to the provider once, and the limits of attempts do not stop reports. Answers
 * `processing` whenever the provider does not answer.
 */
export async function confirmPayment(
  allDeps: Deps,
  { userId, address }: { userId: string; address: string },
  { clientSecret, paymentMethodId }: InputOf<typeof contract.confirmPayment>,
): Promise<Response> {
  const deps = { ...allDeps, payments: allDeps.payments.within(PROVIDER_BUDGET_MS) }
  await deps.limits.consume(rechargeLimits.askPayment, userId)
  const choice = toMethodChoice(paymentMethodId, address)
  const { id, orderNo } = await findOwnOrder(deps, userId, clientSecret)
  return alertRefusals(deps, { userId, orderId: id, orderNo }, () => payOrder(deps, id, choice))
}

async function payOrder(deps: Deps, id: string, choice: PaymentMethodChoice): Promise<Response> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const order = (await findOrder(deps.sql, id))!
    const known = await reportEarlierAttempt(deps, order, choice)
    if (known) return known
    const attempt = await orUnknown(deps, id, () => attemptPayment(deps, order, choice))
    if (attempt === 'unknown') break
    if (attempt) return toResponse(id, attempt)
  }
  return { status: 'processing', orderId: id }
}

function toMethodChoice(id: string, address: string): PaymentMethodChoice {
  return id === 'alipay' || id === 'wechat_pay'
    ? { type: id, id, address: null }
    : { type: 'card', id, address }
}

/** `unknown` when the provider did not answer, so that the buyer's page asks again. */
async function orUnknown<T>(
  { log }: Deps,
  orderId: string,
  work: () => Promise<T>,
): Promise<T | 'unknown'> {
  try {
    return await work()
  } catch (error) {
    if (!isTemporaryFailure(error)) throw error
    log.warn({ err: error, orderId }, 'the payment provider did not answer about a payment')
    return 'unknown'
  }
}

async function findOwnOrder(
  { sql, payments }: Deps,
  userId: string,
  clientSecret: string,
): Promise<OrderRow> {
  const intentId = payments.intentIdOf(clientSecret)
  const order = intentId === null ? null : await findOrderByIntent(sql, intentId)
  const given = Buffer.from(clientSecret)
  const stored = Buffer.from(order?.clientSecret ?? '')
  const isSame = given.length === stored.length && timingSafeEqual(given, stored)
  if (!order || order.userId !== userId || !isSame) throw new AppError('NOT_FOUND')
  return order
}

/** The response that needs no new attempt; null when the order waits for one. */
async function reportEarlierAttempt(
  deps: Deps,
  order: OrderRow,
  choice: PaymentMethodChoice,
): Promise<Response | null> {
  switch (order.state) {
    case 'pending':
      if (isOverdue(order, deps.now())) return closeOverdueOrder(deps, order, choice)
      return order.confirmCount === 0 ? null : reportPending(deps, order, choice)
    case 'processing': {
      const settled = await orUnknown(deps, order.id, () =>
        settleOrder(deps, order, { actor: 'provider' }),
      )
      return settled === 'unknown' || settled.order.state === 'processing'
        ? { status: 'processing', orderId: order.id }
        : reportSettled(deps, settled, choice)
    }
    case 'paid':
      return { status: 'succeeded', orderId: order.id }
    default:
      throw refusePayment(order)
  }
}

async function closeOverdueOrder(
  deps: Deps,
  order: OrderRow,
  choice: PaymentMethodChoice,
): Promise<Response | null> {
  const closed = await withProviderFailures(() => closeOrder(deps, order, { actor: 'system' }))
  if (closed.state === 'pending') throw refusePayment(closed)
  return reportEarlierAttempt(deps, closed, choice)
}

/** An earlier attempt may have succeeded since: settle before another one. */
async function reportPending(
  deps: Deps,
  order: OrderRow,
  choice: PaymentMethodChoice,
): Promise<Response | null> {
  const settled = await withProviderFailures(() => settleOrder(deps, order, { actor: 'provider' }))
  return reportSettled(deps, settled, choice)
}

async function reportSettled(
  deps: Deps,
  { order, intent }: SettledOrder,
  choice: PaymentMethodChoice,
): Promise<Response | null> {
  return order.state === 'pending' && intent
    ? reportSameMethod(order, intent, choice)
    : reportEarlierAttempt(deps, order, choice)
}

/** Reports on the same card, or on the same wallet while it waits; null for another method, which is a new attempt. */
function reportSameMethod(
  order: OrderRow,
  intent: Intent,
  { type, id }: PaymentMethodChoice,
): Response | null {
  const isSame = type === 'card' ? order.attemptedMethod === id : intent.paymentMethodType === type
  if (!isSame) return null
  if (intent.outcome === 'awaits_buyer') return toResponse(order.id, intent)
  if (type === 'card' && order.failureCode !== null) throw cardDeclined(order.failureCode)
  return null
}

function toResponse(orderId: string, { outcome, nextAction, lastError }: Intent): Response {
  switch (outcome) {
    case 'paid':
      return { status: 'succeeded', orderId }
    case 'awaits_buyer':
      return { status: 'requires_action', orderId, nextAction: toNextAction(nextAction) }
    case 'unpaid':
      throw cardDeclined(lastError?.declineCode ?? lastError?.code ?? 'card_declined')
    default:
      return { status: 'processing', orderId }
  }
}

function toNextAction(action: Intent['nextAction']): Response['nextAction'] {
  if (action?.type !== 'qr') return action ?? { type: 'sdk' }
  return { type: 'qr', code: drawQrCode(action.text), url: action.url }
}

function cardDeclined(code: string): AppError {
  return new AppError('CARD_DECLINED', { message: declineSentence(code) })
}
