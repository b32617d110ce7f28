import type Stripe from 'stripe'
import type { Charge, Intent, StoredMethod } from '../storage/tables.ts'
import { failCharge, newCharge, succeedCharge, type ChargeFacts } from './charges.ts'
import type { Context } from './context.ts'
import { declines, type Decline } from './declines.ts'
import { openDispute } from './disputes.ts'
import { emitEvent } from './events.ts'
import { findIntent, saveIntent } from './intents.ts'
import { testCard, type TestCard } from './test-cards.ts'
import { walletOf } from './wallets.ts'

/** Charges the method once the payer has nothing more to confirm; a slow card stays processing. */
export function chargeIntent(context: Context, facts: ChargeFacts): Intent {
  const pending = newCharge(context, facts)
  if (!facts.card?.isSlow) return decideCharge(context, facts, pending)
  const { change, atMs, rules } = context
  change.put('charges', pending.id, pending)
  change.put('tasks', `settle:${facts.intent.id}`, {
    kind: 'settle',
    subject: facts.intent.id,
    dueAtMs: atMs + rules.processingMs,
  })
  const intent = saveIntent(context, {
    ...facts.intent,
    status: 'processing',
    processing: { type: 'card', card: {} },
    latest_charge: pending.id,
  })
  emitEvent(context, 'charge.pending', pending)
  emitEvent(context, 'payment_intent.processing', intent)
  return intent
}

/** Decides a payment that is processing; does nothing in any other status. */
export function settleIntent(context: Context, intentId: string): void {
  const { change } = context
  change.remove('tasks', `settle:${intentId}`)
  const intent = findIntent(change, intentId)
  const stored = change.get('paymentMethods', intent.payment_method ?? '')
  const pending = change.get('charges', intent.latest_charge ?? '')
  if (intent.status !== 'processing' || stored === undefined || pending === undefined) return
  const facts = { intent, stored, card: cardOf(stored) }
  decideCharge(context, facts, pending)
}

function decideCharge(context: Context, facts: ChargeFacts, pending: Charge): Intent {
  const { intent, card } = facts
  if (card?.decline !== undefined) {
    return declineCharge(context, facts, pending, declines[card.decline])
  }
  const paid = succeedCharge(pending)
  context.change.put('charges', paid.id, paid)
  const succeeded = saveIntent(context, {
    ...intent,
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: paid.id,
    processing: null,
  })
  emitEvent(context, 'charge.succeeded', paid)
  if (card?.dispute !== undefined) openDispute(context, paid, card.dispute)
  emitEvent(context, 'payment_intent.succeeded', succeeded)
  return succeeded
}

/** Records that the bank, or the provider itself, declined the charge. */
export function declineCharge(
  context: Context,
  { intent, stored }: ChargeFacts,
  pending: Charge,
  decline: Decline,
): Intent {
  const failed = failCharge(pending, decline)
  context.change.put('charges', failed.id, failed)
  emitEvent(context, 'charge.failed', failed)
  return returnToPaymentMethod(context, { ...intent, latest_charge: failed.id }, stored, {
    advice_code: decline.advice,
    charge: failed.id,
    code: decline.code,
    ...(decline.declineCode === undefined ? {} : { decline_code: decline.declineCode }),
    message: decline.message,
    ...(decline.param === undefined ? {} : { param: decline.param }),
    type: 'card_error',
  })
}

/** Records that the payer refused or let the time pass: there is no charge, and the intent can be tried again. */
export function failAttempt(
  context: Context,
  intent: Intent,
  stored: StoredMethod,
  why: 'refused' | 'expired',
): Intent {
  const wallet = walletOf(stored.method)
  return returnToPaymentMethod(context, intent, stored, {
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

function returnToPaymentMethod(
  context: Context,
  intent: Intent,
  stored: StoredMethod,
  error: Stripe.PaymentIntent.LastPaymentError,
): Intent {
  const failed = saveIntent(context, {
    ...intent,
    status: 'requires_payment_method',
    next_action: null,
    payment_method: null,
    processing: null,
    last_payment_error: { ...error, payment_method: stored.method },
  })
  emitEvent(context, 'payment_intent.payment_failed', failed)
  return failed
}

/** The test card of a payment method; null for a wallet, and for a card that an earlier version knew. */
export function cardOf({ cardNumber }: StoredMethod): TestCard | null {
  return testCard(cardNumber ?? '') ?? null
}
