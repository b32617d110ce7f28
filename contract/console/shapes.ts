import * as z from 'zod/mini'
import { webAuthnJson } from '../account/second-factor-fields.ts'
import { PERMISSIONS, ROLES } from './staff/roles.ts'

/** What several calls of the console answer with. Times are ISO 8601 UTC. */

export const time = z.iso.datetime()

/** The operator who is signed in. */
export const signedInOperator = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  permissions: z.array(z.enum(PERMISSIONS)),
  /** Until when actions ask for no confirmation; null: it has passed. */
  confirmedUntil: z.nullable(time),
  /** When the session ends at the latest. */
  expiresAt: time,
  /** How this operator can confirm. */
  hasPasskey: z.boolean(),
  hasCode: z.boolean(),
})
export type SignedInOperator = z.output<typeof signedInOperator>

export const webAuthnOptions = z.object({ options: webAuthnJson })

/** A secret for an authenticator app; `ticket` goes back with the first code. */
export const newCodeSecret = z.object({ secret: z.string(), uri: z.string(), ticket: z.string() })

/** What will happen, or what has happened: labelled values, then sentences. */
export const actionReport = z.object({
  facts: z.array(
    z.object({
      label: z.string(),
      value: z.string(),
      /** Shown this once; the browser offers to copy it. */
      isSecret: z.optional(z.boolean()),
    }),
  ),
  sentences: z.array(z.string()),
  /** Of a preview: doing it would change nothing; absent: it may. */
  changesNothing: z.optional(z.literal(true)),
})
export type ActionReport = z.output<typeof actionReport>

/** What came of an action: shown, done, or waiting for a colleague's signature. */
export const actionOutcome = z.discriminatedUnion('is', [
  z.object({ is: z.literal('preview'), preview: actionReport, mark: z.string() }),
  z.object({
    is: z.literal('done'),
    report: actionReport,
    /** It cannot be done once more with the same input; absent: it can. */
    isFinal: z.optional(z.literal(true)),
  }),
  z.object({
    is: z.literal('waiting'),
    requestId: z.string(),
    until: time,
    /** The operator's daily sum was not enough; absent: two have to agree whatever the sum. */
    isBeyondSum: z.optional(z.literal(true)),
  }),
])
export type ActionOutcome = z.output<typeof actionOutcome>
export type WaitingOutcome = Extract<ActionOutcome, { is: 'waiting' }>
export type DoneOutcome = Extract<ActionOutcome, { is: 'done' }>

/** Parts that a small company may do without: the page of each has its name. */
export const CONSOLE_PARTS = ['applications', 'signatures', 'sources'] as const
export type ConsolePart = (typeof CONSOLE_PARTS)[number]
