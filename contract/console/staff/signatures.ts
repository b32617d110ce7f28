import * as z from 'zod/mini'
import { consoleCall } from '../console-call.ts'
import { actionOutcome, actionReport, time } from '../shapes.ts'

/** Actions beyond an operator's daily sum wait up to seven days for another owner or finance. */

const requestId = { id: z.uuid() }

const signatureRequest = z.object({
  id: z.string(),
  /** Who asks. */
  operator: z.string(),
  operatorName: z.string(),
  isOwn: z.boolean(),
  command: z.string(),
  title: z.string(),
  preview: actionReport,
  reason: z.nullable(z.string()),
  requestedAt: time,
  expiresAt: time,
})
export type SignatureRequest = z.output<typeof signatureRequest>

const endedRequest = z.object({
  id: z.string(),
  title: z.string(),
  requestedAt: time,
  outcome: z.enum(['signed', 'refused', 'expired']),
  endedAt: time,
  /** Null: nobody decided. */
  decidedBy: z.nullable(z.string()),
})
export type EndedRequest = z.output<typeof endedRequest>

/** The requests that this operator may sign, and the operator's own, the oldest first. */
export const listSignatureRequests = consoleCall({
  method: 'GET',
  path: '/api/console/signatures',
  access: 'operator',
  input: () => z.object({}),
  output: () =>
    z.object({
      requests: z.array(signatureRequest),
      /** Why this operator does not sign yet: what changed at `since`; null: may sign, or never may. */
      signsLater: z.nullable(z.object({ since: time, from: time })),
      /** What became of the operator's own requests in the last seven days, the newest first. */
      ended: z.array(endedRequest),
    }),
})

/** Shows the action as it would happen now, then does it with the mark of that preview: as `act`. */
export const signRequest = consoleCall({
  method: 'POST',
  path: '/api/console/signatures/sign',
  access: 'operator',
  needsConfirmation: true,
  input: () => z.object({ ...requestId, mark: z.nullable(z.string().check(z.maxLength(200))) }),
  output: () => actionOutcome,
})

/** Refuses a colleague's request, or withdraws an own one. */
export const dropRequest = consoleCall({
  method: 'POST',
  path: '/api/console/signatures/drop',
  access: 'operator',
  input: () => z.object(requestId),
  output: () => z.null(),
})
