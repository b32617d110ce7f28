import type Stripe from 'stripe'
import type { Charge, Intent, StoredMethod } from '../storage/tables.ts'
import { failCharge, newCharge, succeedCharge, type ChargeFacts } from './charges.ts'
import type { Context } from './context.ts'
import { declines, type Decline } from './declines.ts'
import { takeUp } from './disputes/card-disputes.ts'
import { emit } from './events.ts'
import { findIntent, save } from './intents.ts'
import type { TestCard } from './cards/test-card.ts'
import { testCard } from './cards/test-cards.ts'
import { walletOf } from './wallets.ts'

/** Takes the money, or is refused it, once nothing more is asked of the card's holder. */
export function charge(context: Context, facts: ChargeFacts): Intent {
  const pending = newCharge(context, facts)
  if (!facts.card?.isSlow) return end(context, facts, pending)
  const { change, atMs, rules } = context
  change.put('charges', pending.id, pending)
  change.put('tasks', `settle:${facts.intent.id}`, {
    kind: 'settle',
    subject: facts.intent.id,
    dueAtMs: atMs + rules.processingMs,
  })
  const intent = save(context, {
    ...facts.intent,
    status: 'processing',
    processing: { type: 'card', card: {} },
    latest_charge: pending.id,
  })
  emit(context, 'charge.pending', pending)
  emit(context, 'payment_intent.processing', intent)
  return intent
}

/** Ends a payment that was processing; does nothing when it is so no more. */
export function settle(context: Context, intentId: string): void {
  const { change } = context
  change.remove('tasks', `settle:${intentId}`)
  const intent = findIntent(change, intentId)
  const stored = change.get('paymentMethods', intent.payment_method ?? '')
  const pending = change.get('charges', intent.latest_charge ?? '')
  if (intent.status !== 'processing' || stored === undefined || pending === undefined) return
  const facts = { intent, stored, card: cardOf(stored), authentication: null }
  end(context, facts, pending)
}

function end(context: Context, facts: ChargeFacts, pending: Charge): Intent {
  const { intent, card } = facts
  if (card?.decline !== undefined) {
    return endInFailure(context, facts, pending, declines[card.decline])
  }
  const paid = succeedCharge(pending, card)
  context.change.put('charges', paid.id, paid)
  const succeeded = save(context, {
    ...intent,
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: paid.id,
    processing: null,
  })
  emit(context, 'charge.succeeded', paid)
  if (card !== null) takeUp(context, paid, card)
  emit(context, 'payment_intent.succeeded', succeeded)
  return succeeded
}

/** The bank, or the provider itself, refuses the charge. */
export function endInFailure(
  context: Context,
  { intent, stored, card }: ChargeFacts,
  pending: Charge,
  decline: Decline,
): Intent {
  const failed = failCharge(pending, card, decline)
  context.change.put('charges', failed.id, failed)
  emit(context, 'charge.failed', failed)
  return backToStart(context, { ...intent, latest_charge: failed.id }, stored, {
    advice_code: decline.advice,
    charge: failed.id,
    code: decline.code,
    ...(decline.declineCode === undefined ? {} : { decline_code: decline.declineCode }),
    message: decline.message,
    ...(decline.param === undefined ? {} : { param: decline.param }),
    type: 'card_error',
  })
}

/** The payer refused, or let the time pass: no charge was made, and the intent can be tried again. */
export function failAttempt(
  context: Context,
  intent: Intent,
  stored: StoredMethod,
  why: 'refused' | 'expired',
): Intent {
  const wallet = walletOf(stored.method)
  return backToStart(context, intent, stored, {
    ...(why === 'expired' ? attemptExpired : wallet ? walletRefused : cardRefused),
    type: 'invalid_request_error',
  })
}

const cardRefused = {
  code: 'payment_intent_authentication_failure',
  message: 'The holder of the card did not authenticate the payment. Try another card.',
} as const

const walletRefused = {
  code: 'payment_method_customer_decline',
  message: 'The buyer did not agree to the payment in the wallet.',
} as const

const attemptExpired = {
  code: 'payment_intent_payment_attempt_expired',
  message: 'The buyer did not pay in time.',
} as const

function backToStart(
  context: Context,
  intent: Intent,
  stored: StoredMethod,
  error: Stripe.PaymentIntent.LastPaymentError,
): Intent {
  const failed = save(context, {
    ...intent,
    status: 'requires_payment_method',
    next_action: null,
    payment_method: null,
    processing: null,
    last_payment_error: { ...error, payment_method: stored.method },
  })
  emit(context, 'payment_intent.payment_failed', failed)
  return failed
}

/** The test card that is paid with; null for a wallet. */
export function cardOf({ method, cardNumber }: StoredMethod): TestCard | null {
  if (cardNumber === undefined) return null
  const card = testCard(cardNumber)
  if (card === undefined) throw new Error(`the test card of ${method.id} is gone`)
  return card
}
