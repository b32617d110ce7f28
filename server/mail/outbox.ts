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
})

/** Users of the demo data have addresses there, which nobody can have: no mail goes to them. */
export const DEMO_DOMAIN = 'demo.invalid'

interface QueueOptions {
  /** Of several mails with the same key only the first is sent. */
  dedupeKey?: string
  /** The mail is not sent after this time, for instance because its code has expired; no limit when absent. */
  goodUntil?: Date
}

/** Queues a mail: a job sends it after the transaction's commit and retries while the mail server fails. */
export function queueMail(
  tx: Query,
  mail: Omit<Mail, 'id'>,
  options: QueueOptions = {},
): Promise<void> {
  if (mail.to.endsWith(`@${DEMO_DOMAIN}`)) return Promise.resolve()
  const { dedupeKey, goodUntil = null } = options
  return enqueueJob(tx, {
    kind: KIND,
    payload: { ...mail, goodUntil },
    ...(dedupeKey !== undefined && { dedupeKey }),
  })
}

/** Deletes the unsent mails to this address, waiting or dead. */
export function discardMails(tx: Query, to: string): Promise<void> {
  return discardJobs(tx, KIND, { to })
}

/** The job handler that sends queued mails. */
export function mailHandlers(mailer: Mailer): Record<string, JobKind> {
  return {
    [KIND]: {
      attempts: attemptsWithin(RETRY_PERIOD_MS),
      async run(payload, { id, signal }) {
        const { goodUntil, ...mail } = payloadSchema.parse(payload)
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
