import type Stripe from 'stripe'
import { ApiError, notFound } from '../api/errors.ts'
import type { Change } from '../storage/state.ts'
import type { Charge, Dispute } from '../storage/tables.ts'
import { newId, secondsOf, type Context } from './context.ts'
import { emitEvent } from './events.ts'

const DAY_S = 24 * 60 * 60

/** Days for an answer; the last one counts to its end. */
const DAYS_TO_ANSWER = 8

/** Why a cardholder's bank opens a dispute, in the provider's words. An inquiry takes no money unless it is escalated. */
export const disputeReasons = [
  'fraudulent',
  'unrecognized',
  'product_not_received',
  'product_unacceptable',
  'subscription_canceled',
  'credit_not_processed',
  'duplicate',
  'general',
  'inquiry',
] as const

export type DisputeReason = (typeof disputeReasons)[number]

/** Opens a dispute of a charge. A chargeback takes the money back at once; an inquiry does not. */
export function openDispute(
  context: Context,
  charge: Charge,
  reason: DisputeReason,
  amount = charge.amount - charge.amount_refunded,
): Dispute {
  const card = charge.payment_method_details?.card
  if (charge.status !== 'succeeded' || !card || amount < 1 || amount > charge.amount) {
    throw refusal(`Charge ${charge.id} cannot be disputed over ${amount}.`)
  }
  const isOnlyAsked = reason === 'inquiry'
  const dispute: Dispute = {
    id: newId('du'),
    object: 'dispute',
    amount,
    balance_transactions: [],
    charge: charge.id,
    created: secondsOf(context.atMs),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence,
    evidence_details: {
      due_by: dueBy(context.atMs),
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: 'manual',
    is_charge_refundable: isOnlyAsked,
    livemode: false,
    metadata: {},
    network_reason_code: null,
    payment_intent: charge.payment_intent,
    payment_method_details: cardOf(card.brand, isOnlyAsked ? 'inquiry' : 'chargeback'),
    reason: isOnlyAsked ? 'fraudulent' : reason,
    status: isOnlyAsked ? 'warning_needs_response' : 'needs_response',
  }
  context.change.put('charges', charge.id, { ...charge, disputed: true })
  context.change.put('disputes', dispute.id, dispute)
  emitEvent(context, 'charge.dispute.created', dispute)
  if (!isOnlyAsked) emitEvent(context, 'charge.dispute.funds_withdrawn', dispute)
  return dispute
}

export function isDisputeOpen({ status }: Pick<Dispute, 'status'>): boolean {
  return status !== 'won' && status !== 'lost' && status !== 'warning_closed'
}

export function isInquiry({ status }: Pick<Dispute, 'status'>): boolean {
  return status.startsWith('warning_')
}

/** Decides it for the shop or against it; an inquiry ends either way without a chargeback. */
export function closeDispute(context: Context, before: Dispute, end: 'won' | 'lost'): Dispute {
  requireOpenDispute(before)
  const isWon = end === 'won' && !isInquiry(before)
  const closed: Dispute = {
    ...before,
    status: isInquiry(before) ? 'warning_closed' : end,
    is_charge_refundable: before.is_charge_refundable || isWon,
  }
  context.change.put('disputes', closed.id, closed)
  if (isWon) emitEvent(context, 'charge.dispute.funds_reinstated', closed)
  emitEvent(context, 'charge.dispute.closed', closed)
  return closed
}

/** Turns an inquiry into a chargeback, which takes the money back. */
export function escalateDispute(context: Context, before: Dispute): Dispute {
  requireOpenDispute(before)
  if (!isInquiry(before)) throw refusal(`Dispute ${before.id} is no inquiry.`)
  const escalated: Dispute = {
    ...before,
    payment_method_details: cardOf(before.payment_method_details?.card?.brand, 'chargeback'),
    status: 'needs_response',
    is_charge_refundable: false,
    evidence_details: { ...before.evidence_details, due_by: dueBy(context.atMs) },
  }
  context.change.put('disputes', escalated.id, escalated)
  emitEvent(context, 'charge.dispute.updated', escalated)
  emitEvent(context, 'charge.dispute.funds_withdrawn', escalated)
  return escalated
}

export function findDispute(change: Change, id: string): Dispute {
  const dispute = change.get('disputes', id)
  if (dispute === undefined) throw notFound('dispute', id, 'dispute')
  return dispute
}

function requireOpenDispute(dispute: Dispute): void {
  if (!isDisputeOpen(dispute)) {
    throw refusal(`Dispute ${dispute.id} is closed: ${dispute.status}.`)
  }
}

function refusal(message: string): ApiError {
  return new ApiError(400, { type: 'invalid_request_error', message })
}

function cardOf(
  brand: string | null | undefined,
  caseType: Stripe.Dispute.PaymentMethodDetails.Card['case_type'],
): Stripe.Dispute.PaymentMethodDetails {
  const name = brand ?? 'unknown'
  const card = { brand: name, case_type: caseType, network: name, network_reason_code: null }
  return { type: 'card', card }
}

function dueBy(atMs: number): number {
  const today = Math.floor(secondsOf(atMs) / DAY_S)
  return (today + DAYS_TO_ANSWER + 1) * DAY_S - 1
}

/** The sandbox takes no evidence: a tester decides a dispute on its page. */
const noEvidence: Dispute['evidence'] = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}
