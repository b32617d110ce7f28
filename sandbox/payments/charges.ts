import type Stripe from 'stripe'
import type { Charge, Intent, StoredMethod } from '../storage/tables.ts'
import { newId, secondsOf, type Context } from './context.ts'
import type { Decline } from './declines.ts'
import type { TestCard } from './test-cards.ts'
import { walletOf, wallets } from './wallets.ts'

/** What a charge is made from. */
export interface ChargeFacts {
  intent: Intent
  stored: StoredMethod
  /** Null for a wallet. */
  card: TestCard | null
}

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

export function succeedCharge(charge: Charge): Charge {
  return {
    ...charge,
    amount_captured: charge.amount,
    captured: true,
    paid: true,
    status: 'succeeded',
  }
}

export function failCharge(charge: Charge, decline: Decline): Charge {
  return {
    ...charge,
    failure_code: decline.code,
    failure_message: decline.message,
    status: 'failed',
  }
}

/** The `payment_method_details` of a charge: the card or the wallet that paid. */
function methodDetails(facts: ChargeFacts): Stripe.Charge.PaymentMethodDetails {
  const wallet = walletOf(facts.stored.method)
  if (wallet !== undefined) return wallets[wallet].details()
  if (facts.card === null) throw new Error(`${facts.stored.method.id} is no card`)
  return { type: 'card', card: cardDetails(facts, facts.card) }
}

function cardDetails(
  { intent, stored: { method } }: ChargeFacts,
  card: TestCard,
): Stripe.Charge.PaymentMethodDetails.Card {
  return {
    amount_authorized: card.decline === undefined ? intent.amount : null,
    authorization_code: null,
    brand: card.brand,
    checks: {
      address_line1_check: null,
      address_postal_code_check: null,
      cvc_check: card.decline === 'incorrect_cvc' ? 'fail' : 'pass',
    },
    country: card.country,
    electronic_commerce_indicator: null,
    exp_month: method.card?.exp_month ?? 0,
    exp_year: method.card?.exp_year ?? 0,
    fingerprint: null,
    funding: card.funding,
    installments: null,
    last4: card.number.slice(-4),
    mandate: null,
    network: card.brand,
    network_token: { used: false },
    network_transaction_id: null,
    regulated_status: 'unregulated',
    three_d_secure: null,
    transaction_link_id: null,
    wallet: null,
  }
}
