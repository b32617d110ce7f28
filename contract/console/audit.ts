import * as z from 'zod/mini'
import { queryInteger } from '../fields.ts'
import { consoleCall } from './console-call.ts'
import { time } from './shapes.ts'

export const AUDIT_OUTCOMES = ['done', 'refused', 'failed'] as const
export const AUDIT_CHANNELS = ['console', 'terminal'] as const

const filterText = z.optional(z.string().check(z.trim(), z.maxLength(254)))

const auditEntry = z.object({
  id: z.string(),
  startedAt: time,
  finishedAt: z.nullable(time),
  channel: z.enum(AUDIT_CHANNELS),
  /** An operator's e-mail, or account and machine of the terminal. */
  operator: z.string(),
  /** Absent at the terminal. */
  address: z.nullable(z.string()),
  /** The command's name. */
  command: z.string(),
  /** Its Chinese title. */
  title: z.string(),
  given: z.array(z.object({ name: z.string(), value: z.string() })),
  subject: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** Null while it runs, and when its program died. */
  outcome: z.nullable(z.enum(AUDIT_OUTCOMES)),
  /** Why it was refused or failed. */
  failure: z.nullable(z.string()),
  /** What came of it, as JSON. */
  result: z.nullable(z.string()),
})
export type AuditEntry = z.output<typeof auditEntry>

/** Newest first. */
export const listAudit = consoleCall({
  method: 'GET',
  path: '/api/console/audit',
  access: 'read',
  input: () =>
    z.object({
      /** `next` of the page before. */
      before: z.optional(z.uuid()),
      operator: filterText,
      command: filterText,
      subject: filterText,
      channel: z.optional(z.enum(AUDIT_CHANNELS)),
      outcome: z.optional(z.enum(AUDIT_OUTCOMES)),
      limit: z._default(queryInteger(1, 100), 50),
    }),
  output: () =>
    z.object({
      entries: z.array(auditEntry),
      /** Null: the last page. */
      next: z.nullable(z.string()),
      /** What the filters offer. */
      commands: z.array(z.object({ command: z.string(), title: z.string() })),
    }),
})
