import type Stripe from 'stripe'
import type { Charge, Intent, StoredMethod } from '../storage/tables.ts'
import { newId, secondsOf, type Context } from './context.ts'
import type { Decline } from './declines.ts'
import type { TestCard } from './test-cards.ts'

export interface ChargeFacts {
  intent: Intent
  stored: StoredMethod
  card: TestCard
  isAuthenticated: boolean
}

/** A new charge that is pending: `succeedCharge` or `failCharge` decides it, at once or later. */
export function newCharge(
  { atMs }: Context,
  { intent, stored, card, isAuthenticated }: ChargeFacts,
): Charge {
  return {
    id: newId('ch'),
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
    payment_method_details: {
      type: 'card',
      card: cardDetails(intent, stored, card, isAuthenticated),
    },
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

export function succeedCharge(charge: Charge, card: TestCard): Charge {
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

export function failCharge(charge: Charge, card: TestCard, decline: Decline): Charge {
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

function risk(card: TestCard): { risk_level: string; risk_score: number } {
  const scores = { normal: 20, elevated: 70, highest: 90 }
  const level = card.riskLevel ?? 'normal'
  return { risk_level: level, risk_score: scores[level] }
}

function cardDetails(
  intent: Intent,
  { method }: StoredMethod,
  card: TestCard,
  isAuthenticated: boolean,
): Stripe.Charge.PaymentMethodDetails.Card {
  return {
    amount_authorized: card.decline === undefined ? intent.amount : null,
    authorization_code: null,
    brand: card.brand,
    checks: {
      address_line1_check: null,
      address_postal_code_check: null,
      cvc_check: card.cvcCheck ?? (card.decline === 'incorrect_cvc' ? 'fail' : 'pass'),
    },
    country: card.country,
    electronic_commerce_indicator: isAuthenticated ? '05' : null,
    exp_month: method.card?.exp_month ?? 0,
    exp_year: method.card?.exp_year ?? 0,
    fingerprint: method.card?.fingerprint ?? null,
    funding: card.funding,
    installments: null,
    last4: card.number.slice(-4),
    mandate: null,
    network: card.brand,
    network_token: { used: false },
    network_transaction_id: null,
    regulated_status: 'unregulated',
    three_d_secure: isAuthenticated
      ? {
          authentication_flow: 'challenge',
          electronic_commerce_indicator: '05',
          exemption_indicator: null,
          result: 'authenticated',
          result_reason: null,
          transaction_id: newId('tds'),
          version: '2.2.0',
        }
      : null,
    transaction_link_id: null,
    wallet: null,
  }
}
