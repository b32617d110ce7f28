import * as z from 'zod/mini'
import type { Query } from '../db/sql.ts'
import { UndeliverableMail, type Mail, type Mailer } from '../gateways/mail/mailer.ts'
import { enqueueJob } from '../jobs/enqueue.ts'
import { discardJobs } from '../jobs/jobs.store.ts'
import { attemptsWithin } from '../jobs/retry-schedule.ts'
import { GiveUp, type JobKind } from '../jobs/worker.ts'

const KIND = 'mail'
/** Two days, and one hour because the pauses are randomised. */
const RETRY_PERIOD_MS = 49 * 60 * 60 * 1000

const payloadSchema = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  replyTo: z.optional(z.string()),
  unsubscribe: z.optional(z.string()),
  goodUntil: z.nullable(z.coerce.date()),
  userId: z.optional(z.string()),
})

/** Users of the demo data have addresses there, which nobody can have: no mail goes to them. */
export const DEMO_DOMAIN = 'demo.invalid'

interface QueueOptions {
  /** Of several mails with the same key only the first is sent. */
  dedupeKey?: string
  /** The mail is not sent after this time, for instance because its code has expired; no limit when absent. */
  goodUntil?: Date
  /** The customer it is about, wherever it goes: unsent it is deleted with the account. */
  userId?: string
}

/** Queues a mail: a job sends it after the transaction's commit and retries while the mail server fails. */
export function queueMail(
  tx: Query,
  mail: Omit<Mail, 'id'>,
  options: QueueOptions = {},
): Promise<void> {
  if (mail.to.endsWith(`@${DEMO_DOMAIN}`)) return Promise.resolve()
  const { dedupeKey, goodUntil = null, userId } = options
  return enqueueJob(tx, {
    kind: KIND,
    payload: { ...mail, goodUntil, userId },
    ...(dedupeKey !== undefined && { dedupeKey }),
  })
}

/** Deletes the unsent mails to a customer's address and those about the customer, waiting or dead. */
export async function discardMails(
  tx: Query,
  { userId, to }: { userId: string; to: string },
): Promise<void> {
  await discardJobs(tx, KIND, { to })
  await discardJobs(tx, KIND, { userId })
}

/** The job handler that sends queued mails. */
export function mailHandlers(mailer: Mailer): Record<string, JobKind> {
  return {
    [KIND]: {
      attempts: attemptsWithin(RETRY_PERIOD_MS),
      async run(payload, { id, signal }) {
        const { goodUntil, userId: _, ...mail } = payloadSchema.parse(payload)
        if (goodUntil !== null && goodUntil.getTime() < Date.now())
          throw new GiveUp('too late to be of use')
        try {
          await mailer.send({ id, ...mail }, signal)
        } catch (error) {
          if (error instanceof UndeliverableMail) throw new GiveUp(error.message, { cause: error })
          throw error
        }
      },
    },
  }
}
