import { ApiError } from '../../api/errors.ts'
import { mergeMetadata } from '../../api/metadata.ts'
import type { Dispute } from '../../storage/tables.ts'
import type { Context } from '../context.ts'
import {
  closeDispute,
  escalateDispute,
  isInquiry,
  isDisputeOpen,
  requireOpenDispute,
} from './disputes.ts'
import { emitEvent } from '../events.ts'
import type { Evidence } from './evidence.ts'

type Decide = (context: Context, dispute: Dispute) => Dispute

/** Texts in `uncategorized_text` that tell the sandbox how to decide, by https://docs.stripe.com/testing. */
const decisions: Record<string, Decide> = {
  winning_evidence: (context, dispute) => closeDispute(context, dispute, 'won'),
  losing_evidence: (context, dispute) => closeDispute(context, dispute, 'lost'),
  escalate_inquiry_evidence: (context, dispute) =>
    isInquiry(dispute) ? escalateDispute(context, dispute) : dispute,
}

export interface DisputeUpdate {
  evidence: Evidence | undefined
  metadata: Record<string, string> | null | undefined
  /** False only keeps the evidence for later. */
  isSubmitted: boolean
}

/** Takes evidence; submitted, it goes to the bank, which takes its time. */
export function updateDispute(context: Context, before: Dispute, update: DisputeUpdate): Dispute {
  requireOpenDispute(before)
  const { evidence } = update
  if (evidence !== undefined && !isUnanswered(before)) {
    throw new ApiError(400, {
      type: 'invalid_request_error',
      message: `Dispute ${before.id} was answered before: ${before.status}.`,
    })
  }
  const edited: Dispute = {
    ...before,
    evidence: { ...before.evidence, ...evidence },
    metadata: mergeMetadata(before.metadata, update.metadata),
    evidence_details: {
      ...before.evidence_details,
      has_evidence: before.evidence_details.has_evidence || evidence !== undefined,
    },
  }
  const after = evidence !== undefined && update.isSubmitted ? submit(context, edited) : edited
  context.change.put('disputes', after.id, after)
  emitEvent(context, 'charge.dispute.updated', after, before)
  return after
}

function submit({ change, atMs, rules }: Context, dispute: Dispute): Dispute {
  change.put('tasks', `dispute:${dispute.id}`, {
    kind: 'dispute',
    subject: dispute.id,
    dueAtMs: atMs + rules.processingMs,
  })
  return {
    ...dispute,
    status: isInquiry(dispute) ? 'warning_under_review' : 'under_review',
    evidence_details: {
      ...dispute.evidence_details,
      submission_count: dispute.evidence_details.submission_count + 1,
      submission_method: 'manual',
    },
  }
}

/** The bank decides: by the evidence, or against the shop when its time to answer is over. */
export function decideDispute(context: Context, disputeId: string): void {
  const { change } = context
  change.remove('tasks', `dispute:${disputeId}`)
  const dispute = change.get('disputes', disputeId)
  if (dispute === undefined || !isDisputeOpen(dispute)) return
  if (isUnanswered(dispute)) {
    const evidence_details = { ...dispute.evidence_details, past_due: true }
    closeDispute(context, { ...dispute, evidence_details }, 'lost')
    return
  }
  // Any other text leaves it under review for good, as with the provider's test cards.
  decisions[dispute.evidence.uncategorized_text ?? '']?.(context, dispute)
}

function isUnanswered({ status }: Dispute): boolean {
  return status === 'needs_response' || status === 'warning_needs_response'
}
