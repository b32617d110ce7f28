import type { OrderState } from '#contract/shapes.ts'
import type { Intent } from '../../gateways/payments/payments.ts'
import { isClosed, isOverdue, type OrderRow } from '../orders/order.ts'
import { listDifferences } from './compare-with-order.ts'

/** For so long after an attempt was sent, an untouched intent may not have received it yet. */
const ATTEMPT_MS = 10_000

export interface Transition {
  to: OrderState
  reason?: string
  failureCode?: string
  /** The buyer paid after the order was closed, or nothing tells when. */
  isLate?: boolean
}

export interface AnswerContext {
  now: Date
  /** Whether this shop runs on real money. */
  livemode: boolean
  /** The intent is the provider's answer to the newest attempt. */
  isAnswer?: boolean
  /** When the order was closed; null or absent: unknown. */
  closedAt?: Date | null
}

/** The transition of an order that the provider's intent leads to; null for none. Never undoes a payment. */
export function nextState(
  order: OrderRow,
  intent: Intent,
  { now, livemode, isAnswer = false, closedAt = null }: AnswerContext,
): Transition | null {
  const { state } = order
  const isOpen = state === 'pending' || state === 'processing'
  if (!isOpen && !isClosed(order)) return null

  const hasMoney = intent.outcome === 'paid'
  const isOurs = intent.id === order.paymentIntentId
  const differences = listDifferences(order, intent, livemode)
  if (
    differences.length > 0 &&
    (hasMoney || (isOpen && isOurs && intent.outcome !== 'cancelled'))
  ) {
    return { to: 'exception', reason: `differs: ${differences.join(', ')}` }
  }
  if (!isOurs) return null
  if (hasMoney) {
    if (isOpen) return { to: 'paid' }
    return isChargedBefore(closedAt, intent)
      ? { to: 'paid', reason: `in time: was ${state}` }
      : { to: 'paid', isLate: true, reason: `late: was ${state}` }
  }
  if (!isOpen) return null

  const isNewestAttempt =
    isAnswer || isAboutNewestAttempt(order, intent) || !isAttemptRecent(order, now)
  switch (intent.outcome) {
    case 'processing':
      return state === 'pending' ? { to: 'processing' } : null
    case 'cancelled':
      return { to: isOverdue(order, now) ? 'expired' : 'cancelled' }
    case 'awaits_buyer':
      if (state === 'pending' || !isNewestAttempt) return null
      return { to: 'pending', reason: 'waits for the buyer' }
    case 'unpaid':
    case 'unconfirmed':
      return isNewestAttempt ? toFailedAttempt(order, intent, isAnswer) : null
    default:
      return null
  }
}

function isChargedBefore(time: Date | null, { charge }: Intent): boolean {
  return time !== null && charge !== null && charge.chargedAt <= time
}

/** Whether the intent is about the newest attempt, not about one before. */
function isAboutNewestAttempt(
  { attemptedMethod }: OrderRow,
  { paymentMethodId, lastError }: Intent,
): boolean {
  return (
    attemptedMethod !== null && attemptedMethod === (lastError?.paymentMethodId ?? paymentMethodId)
  )
}

function isAttemptRecent({ state, attemptedAt }: OrderRow, now: Date): boolean {
  return (
    state === 'processing' &&
    attemptedAt !== null &&
    // an attempt sent far in the future was stamped by a wrong clock
    Math.abs(now.getTime() - attemptedAt.getTime()) < ATTEMPT_MS
  )
}

function toFailedAttempt(order: OrderRow, intent: Intent, isAnswer: boolean): Transition | null {
  const { state, failureCode } = order
  const error = isAnswer || isAboutNewestAttempt(order, intent) ? intent.lastError : null
  if (error) {
    const code = error.declineCode ?? error.code
    const isKnown = state === 'pending' && failureCode === code
    return isKnown ? null : { to: 'pending', failureCode: code, reason: code }
  }
  return state === 'pending' ? null : { to: 'pending', reason: 'the try to pay came to nothing' }
}
