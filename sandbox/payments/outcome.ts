import type Stripe from 'stripe'
import type { Charge, Intent, StoredMethod } from '../storage/tables.ts'
import { failCharge, newCharge, succeedCharge, type ChargeFacts } from './charges.ts'
import type { Context } from './context.ts'
import { declines, type Decline } from './declines.ts'
import { takeUp } from './card-disputes.ts'
import { emit } from './events.ts'
import { findIntent, save } from './intents.ts'
import { testCard, type TestCard } from './test-cards.ts'

/** Takes the money, or is refused it, once nothing more is asked of the card's holder. */
export function charge(context: Context, facts: ChargeFacts): Intent {
  const pending = newCharge(context, facts)
  if (!facts.card.isSlow) return end(context, facts, pending)
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
  const facts = { intent, stored, card: cardOf(stored), isAuthenticated: false }
  end(context, facts, pending)
}

function end(context: Context, facts: ChargeFacts, pending: Charge): Intent {
  const { intent, card } = facts
  if (card.decline !== undefined) {
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
  takeUp(context, paid, card)
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

/** The holder refused: no charge was made, and another card may be tried. */
export function failAuthentication(context: Context, intent: Intent, stored: StoredMethod): Intent {
  return backToStart(context, intent, stored, {
    code: 'payment_intent_authentication_failure',
    message: 'The holder of the card did not authenticate the payment. Try another card.',
    type: 'invalid_request_error',
  })
}

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

export function cardOf(stored: StoredMethod): TestCard {
  const card = testCard(stored.cardNumber)
  if (card === undefined) throw new Error(`the test card of ${stored.method.id} is gone`)
  return card
}
