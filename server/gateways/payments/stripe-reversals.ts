import * as z from 'zod/mini'
import type { Dispute, Refund } from './payments.ts'
import { idOf, metadata, reference, time, parseResponse } from './stripe-response.ts'

const refund = z.object({
  object: z.literal('refund'),
  id: z.string(),
  amount: z.int(),
  status: z.nullish(z.string()),
  reason: z.nullish(z.string()),
  failure_reason: z.nullish(z.string()),
  payment_intent: reference,
  metadata: z.nullish(metadata),
  created: time,
})

export function toRefund(answer: unknown): Refund {
  const data = parseResponse(refund, answer, 'refund')
  return {
    id: data.id,
    intentId: idOf(data.payment_intent),
    amount: data.amount,
    status: refundStatus(data.status),
    reason: data.failure_reason ?? data.reason ?? null,
    metadata: data.metadata ?? {},
    createdAt: data.created,
  }
}

/** A refund that waits for the buyer's bank details (`requires_action`) is pending as well. */
function refundStatus(status: string | null | undefined): Refund['status'] {
  if (status === 'succeeded') return 'succeeded'
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending'
}

const dispute = z.object({
  object: z.literal('dispute'),
  id: z.string(),
  amount: z.int(),
  status: z.string(),
  reason: z.nullish(z.string()),
  payment_intent: reference,
  evidence_details: z.nullish(z.object({ due_by: z.nullish(time) })),
  created: time,
})

export function toDispute(answer: unknown): Dispute {
  const data = parseResponse(dispute, answer, 'dispute')
  return {
    id: data.id,
    intentId: idOf(data.payment_intent),
    amount: data.amount,
    status: disputeStatus(data.status),
    reason: data.reason ?? null,
    evidenceDueAt: data.evidence_details?.due_by ?? null,
    createdAt: data.created,
  }
}

/** An appeal follows a loss. A closed inquiry (`warning_closed`) or prevented dispute takes no money. */
function disputeStatus(status: string): Dispute['status'] {
  if (status === 'lost' || status.startsWith('appeal_')) return 'lost'
  return ['won', 'warning_closed', 'prevented'].includes(status) ? 'won' : 'open'
}
