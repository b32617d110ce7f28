import type { OrderState } from '#contract/shapes.ts'
import type { Intent } from '../../gateways/payments/payments.ts'
import { isOverdue, type OrderRow } from '../orders/order.ts'
import { listDifferences } from './compare-with-order.ts'

/** For so long after an attempt was sent, an untouched intent may not have received it yet. */
const ATTEMPT_MS = 10_000

export interface Transition {
  to: OrderState
  reason?: string
  /** What of the payment differs, separated by spaces. */
  about?: string
  failureCode?: string
  /** The money came after the order was closed. */
  isLate?: boolean
}

export interface AnswerContext {
  now: Date
  /** Whether this shop runs on real money. */
  livemode: boolean
  /** The intent is the provider's answer to the newest attempt. */
  isAnswer?: boolean
}

/** The transition of an order that the provider's intent leads to; null for none. Never undoes a payment. */
export function nextState(
  order: OrderRow,
  intent: Intent,
  { now, livemode, isAnswer = false }: AnswerContext,
): Transition | null {
  const { state } = order
  const isOpen = state === 'pending' || state === 'processing'
  const isClosed = state === 'cancelled' || state === 'expired'
  if (!isOpen && !isClosed) return null

  const hasMoney = intent.outcome === 'paid'
  const isOurs = intent.id === order.paymentIntentId
  const differences = listDifferences(order, intent, livemode)
  if (
    differences.length > 0 &&
    (hasMoney || (isOpen && isOurs && intent.outcome !== 'cancelled'))
  ) {
    return { to: 'exception', reason: 'differs', about: differences.join(' ') }
  }
  if (!isOurs) return null
  if (hasMoney) return { to: 'paid', ...(isClosed && { isLate: true, reason: 'late' }) }
  if (isClosed) return null

  const isNewestAttempt =
    isAnswer || isAboutNewestAttempt(order, intent) || !isAttemptRecent(order, now)
  switch (intent.outcome) {
    case 'processing':
      return state === 'pending' ? { to: 'processing' } : null
    case 'cancelled':
      return { to: isOverdue(order, now) ? 'expired' : 'cancelled' }
    case 'awaits_buyer':
      if (state === 'pending' || !isNewestAttempt) return null
      return { to: 'pending', reason: 'waits_for_buyer' }
    case 'unpaid':
    case 'unconfirmed':
      return isNewestAttempt ? toFailedAttempt(order, intent, isAnswer) : null
    default:
      return null
  }
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
  return state === 'pending' ? null : { to: 'pending', reason: 'no_result' }
}
