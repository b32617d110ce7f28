import type Stripe from 'stripe'
import type { Charge } from '../storage/tables.ts'
import type { ChargeFacts } from './charge-facts.ts'
import { newId, secondsOf, type Context } from './context.ts'
import type { Decline } from './declines.ts'
import { methodDetails } from './method-details.ts'
import type { TestCard } from './cards/test-card.ts'

/** A new charge that is pending: `succeedCharge` or `failCharge` decides it, at once or later. */
export function newCharge({ atMs }: Context, facts: ChargeFacts): Charge {
  const { intent, stored, card } = facts
  return {
    id: newId(card === null ? 'py' : 'ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: stored.method.billing_details,
    calculated_statement_descriptor: intent.statement_descriptor,
    captured: false,
    created: secondsOf(atMs),
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: null,
    paid: false,
    payment_intent: intent.id,
    payment_method: stored.method.id,
    payment_method_details: methodDetails(facts),
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: 'pending',
    transfer_data: null,
    transfer_group: null,
  }
}

export function succeedCharge(charge: Charge, card: TestCard | null): Charge {
  return {
    ...charge,
    amount_captured: charge.amount,
    captured: true,
    paid: true,
    status: 'succeeded',
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: 'approved_by_network',
      reason: null,
      ...risk(card),
      seller_message: 'Payment complete.',
      type: 'authorized',
    },
  }
}

export function failCharge(charge: Charge, card: TestCard | null, decline: Decline): Charge {
  return {
    ...charge,
    failure_code: decline.code,
    failure_message: decline.message,
    status: 'failed',
    outcome: {
      advice_code: decline.advice,
      network_advice_code: null,
      network_decline_code: null,
      network_status: decline.isBlocked ? 'not_sent_to_network' : 'declined_by_network',
      reason: decline.declineCode ?? decline.code,
      ...risk(card),
      seller_message: decline.isBlocked
        ? 'The sandbox blocked this payment as too risky.'
        : 'The bank declined this payment.',
      type: decline.isBlocked ? 'blocked' : 'issuer_declined',
    },
  }
}

/** Wallets answer for their payments themselves. */
function risk(card: TestCard | null): Pick<Stripe.Charge.Outcome, 'risk_level' | 'risk_score'> {
  if (card === null) return { risk_level: 'not_assessed' }
  const scores = { normal: 20, elevated: 70, highest: 90 }
  const level = card.riskLevel ?? 'normal'
  return { risk_level: level, risk_score: scores[level] }
}
