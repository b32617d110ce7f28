import * as z from 'zod/mini'
import type { Dispute, Refund } from './payments.ts'
import { idOf, metadata, reference, time, understand } from './stripe-answer.ts'

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
  const data = understand(refund, answer, 'refund')
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

/** One that waits for the buyer's bank details is on its way as well. */
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
  created: time,
})

export function toDispute(answer: unknown): Dispute {
  const data = understand(dispute, answer, 'dispute')
  return {
    id: data.id,
    intentId: idOf(data.payment_intent),
    amount: data.amount,
    status: disputeStatus(data.status),
    reason: data.reason ?? null,
    createdAt: data.created,
  }
}

/** An appeal follows on a loss; an inquiry that is closed never became more than a question. */
function disputeStatus(status: string): Dispute['status'] {
  if (status === 'lost' || status.startsWith('appeal_')) return 'lost'
  return ['won', 'warning_closed', 'prevented'].includes(status) ? 'won' : 'open'
}
