import type { OrderState } from '#contract/shapes.ts'
import type { Intent } from '../../gateways/payments.ts'
import { isOverdue, type OrderRow } from '../orders/order.ts'

/** While a try to pay may still be on its way, an untouched intent is no news. */
const ATTEMPT_MS = 10_000

export interface Transition {
  to: OrderState
  reason?: string
  failureCode?: string
  /** The money came after the order was closed. */
  isLate?: boolean
}

export interface Circumstances {
  now: Date
  /** Whether this shop runs on real money. */
  livemode: boolean
  /** The intent is the provider's answer to the try itself, so it tells how that ended. */
  isAnswer?: boolean
}

/** What the provider's word changes about an order; null when it changes nothing. Never takes back a payment. */
export function nextState(
  order: OrderRow,
  intent: Intent,
  { now, livemode, isAnswer = false }: Circumstances,
): Transition | null {
  const { state } = order
  const isOpen = state === 'pending' || state === 'processing'
  const isClosed = state === 'cancelled' || state === 'expired'
  if (!isOpen && !isClosed) return null

  const hasMoney = intent.status === 'succeeded'
  const isOurs = intent.id === order.paymentIntentId
  const differences = differencesOf(order, intent, livemode)
  if (differences.length > 0 && (hasMoney || (isOpen && isOurs && intent.status !== 'canceled'))) {
    return { to: 'exception', reason: `differs: ${differences.join(', ')}` }
  }
  if (!isOurs) return null
  if (hasMoney)
    return { to: 'paid', ...(isClosed && { isLate: true, reason: `late: was ${state}` }) }
  if (isClosed) return null

  const isThisTry = isAnswer || tells(order, intent) || !isUnderWay(order, now)
  switch (intent.status) {
    case 'processing':
      return state === 'pending' ? { to: 'processing' } : null
    case 'canceled':
      return { to: isOverdue(order, now) ? 'expired' : 'cancelled' }
    case 'requires_action':
      if (state === 'pending' || !isThisTry) return null
      return { to: 'pending', reason: 'waits for the buyer' }
    case 'requires_payment_method':
    case 'requires_confirmation':
      return isThisTry ? afterFailedTry(order, intent, isAnswer) : null
    default:
      return null
  }
}

/** Whether the intent speaks of the newest try to pay, and not of one before. */
function tells({ attemptedMethod }: OrderRow, { paymentMethodId, lastError }: Intent): boolean {
  return (
    attemptedMethod !== null && attemptedMethod === (lastError?.paymentMethodId ?? paymentMethodId)
  )
}

function isUnderWay({ state, attemptedAt }: OrderRow, now: Date): boolean {
  return (
    state === 'processing' &&
    attemptedAt !== null &&
    // one that was sent in the future is the word of a wrong clock
    Math.abs(now.getTime() - attemptedAt.getTime()) < ATTEMPT_MS
  )
}

function afterFailedTry(order: OrderRow, intent: Intent, isAnswer: boolean): Transition | null {
  const { state, failureCode } = order
  const error = isAnswer || tells(order, intent) ? intent.lastError : null
  if (error) {
    const code = error.declineCode ?? error.code
    const isKnown = state === 'pending' && failureCode === code
    return isKnown ? null : { to: 'pending', failureCode: code, reason: code }
  }
  return state === 'pending' ? null : { to: 'pending', reason: 'the try to pay came to nothing' }
}

function differencesOf(order: OrderRow, intent: Intent, livemode: boolean): string[] {
  const facts: Record<string, boolean> = {
    intent: intent.id === order.paymentIntentId,
    amount: intent.amount === order.amount,
    received: intent.status !== 'succeeded' || intent.amountReceived === order.amount,
    currency: intent.currency === order.currency,
    livemode: intent.livemode === livemode,
    owner: intent.metadata['order'] === order.id,
  }
  return Object.keys(facts).filter((fact) => !facts[fact])
}
