import type Stripe from 'stripe'
import { ApiError, invalidParam } from '../api/errors.ts'
import type { Change } from '../storage/state.ts'
import type { Charge, Refund } from '../storage/tables.ts'
import { newId, secondsOf, type Context } from './context.ts'
import { emitEvent } from './events.ts'
import { findIntent } from './intents.ts'
import { cardOf } from './outcome.ts'
import { walletOf } from './wallets.ts'

export interface NewRefund {
  /** Absent: all that is left. */
  amount: number | undefined
  reason: Stripe.Refund.Reason | null
  metadata: Record<string, string>
}

/**
 * Gives back all or a part of a charge. The amount counts as refunded at once, also while the
 * refund is pending; a refund that fails later takes it back.
 */
export function createRefund(context: Context, charge: Charge, input: NewRefund): Refund {
  requireRefundable(context.change, charge)
  const left = charge.amount - charge.amount_refunded
  const amount = input.amount ?? left
  if (amount > left) {
    throw invalidParam(
      'amount',
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${left}).`,
      'amount_too_large',
    )
  }
  const wallet = walletOf(charge.payment_method_details ?? { type: 'card' })
  const course = refundCourseOf(context.change, charge)
  const refund: Refund = {
    id: newId(wallet ? 'pyr' : 're'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: secondsOf(context.atMs),
    currency: charge.currency,
    customer: null,
    customer_account: null,
    metadata: input.metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    ...(course === 'pending' ? { pending_reason: 'processing' } : {}),
    reason: input.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: course === 'pending' ? 'pending' : 'succeeded',
    transfer_reversal: null,
  }
  if (course !== 'immediate') scheduleRefund(context, refund)
  context.change.put('refunds', refund.id, refund)
  emitEvent(context, 'refund.created', refund)
  countRefund(context, charge, amount)
  return refund
}

/** Decides a pending refund, or fails one that had succeeded at first. */
export function settleRefund(context: Context, refundId: string): void {
  const { change } = context
  change.remove('tasks', `refund:${refundId}`)
  const before = change.get('refunds', refundId)
  const charge = change.get('charges', before?.charge ?? '')
  if (before === undefined || charge === undefined) return
  if (before.status === 'pending') {
    const { pending_reason: _, ...rest } = before
    save(context, { ...rest, status: 'succeeded' })
    return
  }
  const failed = save(context, {
    ...before,
    status: 'failed',
    failure_reason: 'expired_or_canceled_card',
  })
  emitEvent(context, 'refund.failed', failed)
  countRefund(context, charge, -failed.amount)
}

/** The charge by which this intent was paid. */
export function findCharge(change: Change, intentId: string): Charge {
  const intent = findIntent(change, intentId)
  const charge = change.get('charges', intent.latest_charge ?? '')
  if (charge?.status === 'succeeded') return charge
  throw new ApiError(400, {
    type: 'invalid_request_error',
    message: `Payment intent ${intentId} has no successful charge to refund.`,
  })
}

function requireRefundable(change: Change, charge: Charge): void {
  const refusal = (code: string, message: string): ApiError =>
    new ApiError(400, { type: 'invalid_request_error', code, message })
  if (charge.status !== 'succeeded') {
    throw refusal('charge_not_refundable', `Charge ${charge.id} did not succeed.`)
  }
  const isLost = change
    .rows('disputes')
    .some((dispute) => dispute.charge === charge.id && !dispute.is_charge_refundable)
  if (isLost) {
    throw refusal('charge_disputed', `Charge ${charge.id} was charged back.`)
  }
  if (charge.refunded) {
    throw refusal('charge_already_refunded', `Charge ${charge.id} is refunded already.`)
  }
}

/** A wallet's refunds are always pending first. */
function refundCourseOf(change: Change, charge: Charge): 'immediate' | 'pending' | 'fails' {
  const stored = change.get('paymentMethods', charge.payment_method)
  if (stored === undefined) return 'immediate'
  return walletOf(stored.method) ? 'pending' : (cardOf(stored)?.refund ?? 'immediate')
}

function scheduleRefund({ change, atMs, rules }: Context, { id }: Refund): void {
  const dueAtMs = atMs + rules.processingMs
  change.put('tasks', `refund:${id}`, { kind: 'refund', subject: id, dueAtMs })
}

function countRefund(context: Context, before: Charge, amount: number): void {
  const total = before.amount_refunded + amount
  const charge = { ...before, amount_refunded: total, refunded: total === before.amount }
  context.change.put('charges', charge.id, charge)
  if (amount > 0) emitEvent(context, 'charge.refunded', charge)
}

function save(context: Context, refund: Refund): Refund {
  context.change.put('refunds', refund.id, refund)
  emitEvent(context, 'refund.updated', refund)
  emitEvent(context, 'charge.refund.updated', refund)
  return refund
}
