import * as z from 'zod/mini'
import type { Config } from '../config/config.ts'
import type { Query } from '../db/sql.ts'
import { decryptText, encryptText } from '../lib/encrypted-text.ts'
import { maskCodes, UndeliverableMail, type Mail, type Mailer } from '../gateways/mail/mailer.ts'
import { maskedEmail } from '../http/cookies.ts'
import { enqueueJob } from '../jobs/enqueue.ts'
import { discardJobs } from '../jobs/jobs.store.ts'
import { attemptsWithin } from '../jobs/retry-schedule.ts'
import { GiveUp, type JobKind } from '../jobs/worker.ts'

const KIND = 'mail'
/** Two days, and one hour because the pauses are randomised. */
const RETRY_PERIOD_MS = 49 * 60 * 60 * 1000

const words = { subject: z.string(), text: z.string(), html: z.string() }
/** With the receiver: whoever can write to the database cannot have it sent to somebody else. */
const sealedWords = z.object({ to: z.string(), ...words })

const envelope = {
  to: z.string(),
  replyTo: z.optional(z.string()),
  unsubscribe: z.optional(z.string()),
  goodUntil: z.nullable(z.coerce.date()),
  userId: z.optional(z.string()),
}

const payloadSchema = z.union([
  // beside an encrypted mail stands its masked subject, for the lists of operators
  z.object({ ...envelope, sealed: z.string() }),
  z.object({ ...envelope, ...words }),
])

/** Users of the demo data have addresses there, which nobody can have: no mail goes to them. */
export const DEMO_DOMAIN = 'demo.invalid'

interface QueueOptions {
  /** Of several mails with the same key only the first is sent. */
  dedupeKey?: string
  /** The mail is not sent after this time, for instance because its code has expired; no limit when absent. */
  goodUntil?: Date
  /** The customer it is about, wherever it goes: unsent it is deleted with the account. */
  userId?: string
  /** The mail has a code or a link that opens an account: its words are encrypted until it is sent. */
  sealedBy?: Pick<Config, 'secretKey'>
}

/** Queues a mail: a job sends it after the transaction's commit and retries while the mail server fails. */
export function queueMail(
  tx: Query,
  mail: Omit<Mail, 'id'>,
  options: QueueOptions = {},
): Promise<void> {
  if (mail.to.endsWith(`@${DEMO_DOMAIN}`)) return Promise.resolve()
  const { dedupeKey, goodUntil = null, userId, sealedBy } = options
  const stored = sealedBy === undefined ? mail : sealMail(sealedBy, mail)
  return enqueueJob(tx, {
    kind: KIND,
    payload: { ...stored, goodUntil, userId },
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

function sealMail(
  { secretKey }: Pick<Config, 'secretKey'>,
  { to, subject, text, html, ...rest }: Omit<Mail, 'id'>,
) {
  const plain = JSON.stringify({ to, subject, text, html })
  const sealed = encryptText(secretKey, 'mail', plain).toString('hex')
  const masked = maskCodes(subject)
  // what is left once it is sent, so that “was my code sent?” has an answer
  const kept = { to: maskedEmail(to), subject: masked }
  return { ...rest, to, subject: masked, sealed, kept }
}

/** The mail of a job's payload, with its words. Throws when it is encrypted under another SECRET_KEY. */
export function readQueuedMail({ secretKey }: Pick<Config, 'secretKey'>, payload: unknown) {
  const parsed = payloadSchema.parse(payload)
  if (!('sealed' in parsed)) return parsed
  const { sealed, ...rest } = parsed
  const opened = sealedWords.parse(JSON.parse(openWords(secretKey, sealed)))
  if (opened.to !== rest.to) throw new GiveUp('encrypted for another receiver')
  return { ...rest, ...opened }
}

function openWords(secretKey: string, sealed: string): string {
  try {
    return decryptText(secretKey, 'mail', Buffer.from(sealed, 'hex'))
  } catch (cause) {
    // a node that has it already, or still, sends the mail
    throw new Error('encrypted under a SECRET_KEY that this node does not have', { cause })
  }
}

/** The job handler that sends queued mails. */
export function mailHandlers(
  mailer: Mailer,
  config: Pick<Config, 'secretKey'>,
): Record<string, JobKind> {
  return {
    [KIND]: {
      attempts: attemptsWithin(RETRY_PERIOD_MS),
      async run(payload, { id, signal }) {
        const { goodUntil } = payloadSchema.parse(payload)
        if (goodUntil !== null && goodUntil.getTime() < Date.now())
          throw new GiveUp('too late to be of use')
        const { goodUntil: _until, userId: _, ...mail } = readQueuedMail(config, payload)
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
