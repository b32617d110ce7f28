import * as z from 'zod/mini'
import { time } from './shapes.ts'

export const AUDIT_OUTCOMES = ['done', 'refused', 'failed', 'unknown'] as const
export const AUDIT_CHANNELS = ['console', 'terminal', 'site'] as const

export const auditEntry = z.object({
  id: z.string(),
  startedAt: time,
  finishedAt: z.nullable(time),
  channel: z.enum(AUDIT_CHANNELS),
  /** An operator's e-mail, or account and machine of the terminal. */
  operator: z.string(),
  /** Absent at the terminal. */
  address: z.nullable(z.string()),
  /** E-mail of the colleague who gave the second signature; null where there was none. */
  signedBy: z.nullable(z.string()),
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
