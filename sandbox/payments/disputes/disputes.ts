import type Stripe from 'stripe'
import { ApiError } from '../../api/errors.ts'
import type { Charge, Dispute } from '../../storage/tables.ts'
import { newId, secondsOf, type Context } from '../context.ts'
import { disputeReasons, type DisputeKind } from './dispute-kinds.ts'
import { emitEvent } from '../events.ts'
import { noEvidence } from './evidence.ts'

const DAY_S = 24 * 60 * 60

/** Days for an answer; the last one counts to its end. */
const DAYS_TO_ANSWER = 8

/** The provider's fee for a chargeback, in minor units; not given back when the shop wins. */
const FEE = 1500

/** Opens a dispute of a charge. A chargeback takes the money back at once; an inquiry does not. */
export function openDispute(
  context: Context,
  charge: Charge,
  kind: DisputeKind,
  amount = charge.amount - charge.amount_refunded,
): Dispute {
  const card = charge.payment_method_details?.card
  if (charge.status !== 'succeeded' || !card || amount < 1 || amount > charge.amount) {
    throw new ApiError(400, {
      type: 'invalid_request_error',
      message: `Charge ${charge.id} cannot be disputed over ${amount}.`,
    })
  }
  const dispute: Dispute = {
    id: newId('du'),
    object: 'dispute',
    amount,
    balance_transactions: [],
    charge: charge.id,
    created: secondsOf(context.atMs),
    currency: charge.currency,
    enhanced_eligibility_types: kind.eligibility?.types ?? [],
    evidence: noEvidence,
    evidence_details: {
      due_by: dueBy(context.atMs),
      enhanced_eligibility: kind.eligibility?.details ?? {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: 'manual',
    is_charge_refundable: kind.caseType === 'inquiry',
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: kind.reason,
    status: kind.caseType === 'inquiry' ? 'warning_needs_response' : 'needs_response',
    ...caseOf(card.brand ?? 'unknown', kind),
  }
  context.change.put('charges', charge.id, { ...charge, disputed: true })
  const opened = isInquiry(dispute) ? dispute : withdraw(context, dispute)
  saveUntilDue(context, opened)
  emitEvent(context, 'charge.dispute.created', opened)
  if (!isInquiry(opened)) emitEvent(context, 'charge.dispute.funds_withdrawn', opened)
  return opened
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
  if (isInquiry(before)) return finish(context, { ...before, status: 'warning_closed' })
  if (end === 'lost') return finish(context, { ...before, status: 'lost' })
  const won: Dispute = {
    ...before,
    status: 'won',
    is_charge_refundable: true,
    balance_transactions: [
      ...before.balance_transactions,
      movement(context, before, before.amount),
    ],
  }
  emitEvent(context, 'charge.dispute.funds_reinstated', won)
  return finish(context, won)
}

/** Turns an inquiry into a chargeback, which takes the money back. */
export function escalateDispute(context: Context, before: Dispute): Dispute {
  requireOpenDispute(before)
  if (!isInquiry(before)) {
    throw new ApiError(400, {
      type: 'invalid_request_error',
      message: `Dispute ${before.id} is no inquiry.`,
    })
  }
  const brand = before.payment_method_details?.card?.brand ?? 'unknown'
  const escalated = withdraw(context, {
    ...before,
    ...caseOf(brand, disputeReasons.fraudulent),
    status: 'needs_response',
    is_charge_refundable: false,
    evidence_details: { ...before.evidence_details, due_by: dueBy(context.atMs) },
  })
  saveUntilDue(context, escalated)
  emitEvent(context, 'charge.dispute.updated', escalated, before)
  emitEvent(context, 'charge.dispute.funds_withdrawn', escalated)
  return escalated
}

export function requireOpenDispute(dispute: Dispute): void {
  if (isDisputeOpen(dispute)) return
  throw new ApiError(400, {
    type: 'invalid_request_error',
    message: `Dispute ${dispute.id} is closed: ${dispute.status}.`,
  })
}

function finish(context: Context, dispute: Dispute): Dispute {
  context.change.remove('tasks', `dispute:${dispute.id}`)
  context.change.put('disputes', dispute.id, dispute)
  emitEvent(context, 'charge.dispute.closed', dispute)
  return dispute
}

/** Without an answer by its deadline the dispute is decided by a task. */
function saveUntilDue({ change }: Context, dispute: Dispute): void {
  change.put('disputes', dispute.id, dispute)
  change.put('tasks', `dispute:${dispute.id}`, {
    kind: 'dispute',
    subject: dispute.id,
    dueAtMs: (dispute.evidence_details.due_by ?? 0) * 1000,
  })
}

function withdraw(context: Context, dispute: Dispute): Dispute {
  const balance_transactions = [
    ...dispute.balance_transactions,
    movement(context, dispute, -dispute.amount, FEE),
  ]
  return { ...dispute, balance_transactions }
}

function movement(
  { atMs }: Context,
  { id, charge, currency }: Dispute,
  amount: number,
  fee = 0,
): Stripe.BalanceTransaction {
  const isReversal = amount > 0
  return {
    id: newId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: secondsOf(atMs),
    balance_type: 'payments',
    created: secondsOf(atMs),
    currency,
    description: `Chargeback ${isReversal ? 'reversal' : 'withdrawal'} for ${charge}`,
    exchange_rate: null,
    fee,
    fee_details:
      fee === 0
        ? []
        : [
            {
              amount: fee,
              application: null,
              currency,
              description: 'Dispute fee',
              type: 'stripe_fee',
            },
          ],
    net: amount - fee,
    reporting_category: isReversal ? 'dispute_reversal' : 'dispute',
    source: id,
    status: 'available',
    type: 'adjustment',
  }
}

function caseOf(
  brand: string,
  { caseType, codes }: DisputeKind,
): Pick<Dispute, 'network_reason_code' | 'payment_method_details'> {
  const code = codes?.[brand] ?? null
  const card = { brand, case_type: caseType, network: brand, network_reason_code: code }
  return { network_reason_code: code, payment_method_details: { type: 'card', card } }
}

function dueBy(atMs: number): number {
  const today = Math.floor(secondsOf(atMs) / DAY_S)
  return (today + DAYS_TO_ANSWER + 1) * DAY_S - 1
}
