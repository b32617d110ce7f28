import * as z from 'zod/mini'
import { AUDIT_CHANNELS, AUDIT_OUTCOMES, auditEntry } from './audit-entry.ts'
import { consoleCall } from './console-call.ts'
import { beforeId, filterText, next, pageLimit } from './list-fields.ts'

export type { AuditEntry } from './audit-entry.ts'

/** Newest first. */
export const listAudit = consoleCall({
  method: 'GET',
  path: '/api/console/audit',
  access: 'read',
  input: () =>
    z.object({
      before: beforeId,
      operator: filterText,
      command: filterText,
      subject: filterText,
      channel: z.optional(z.enum(AUDIT_CHANNELS)),
      outcome: z.optional(z.enum(AUDIT_OUTCOMES)),
      limit: pageLimit,
    }),
  output: () =>
    z.object({
      entries: z.array(auditEntry),
      next,
      /** What the filters offer. */
      commands: z.array(z.object({ command: z.string(), title: z.string() })),
    }),
})
