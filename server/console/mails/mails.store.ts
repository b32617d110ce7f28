import type { MailState } from '#contract/console/mail-states.ts'
import { escapeLike } from '../../db/escape-like.ts'
import { maskedEmail } from '../../http/cookies.ts'
import { all, fragment, type Query } from '../../db/sql.ts'

/** A mail of the outbox without its content. */
export interface ListedMail {
  id: string
  /** Names the occasion; null: the mail has none. */
  key: string | null
  state: MailState
  to: string | null
  /** Without its code. */
  subject: string | null
  attempts: number
  runAt: Date
  lastError: string | null
  createdAt: Date
  finishedAt: Date | null
  goodUntil: Date | null
}

/** The subject without its code, as in the index `jobs_mails_subject`. */
const maskedSubject = fragment`
  left(regexp_replace(payload ->> 'subject', '(?<![0-9])[0-9]{6}(?![0-9])', '••••••', 'g'), 200)`

const columns = fragment`
  id, dedupe_key as key, state, payload ->> 'to' as "to", (payload ->> 'goodUntil')::timestamptz as "goodUntil", attempts,
  run_at as "runAt", last_error as "lastError", created_at as "createdAt", finished_at as "finishedAt"`

/** Null: every one. */
export interface MailFilter {
  id: string | null
  state: MailState | null
  to: string | null
}

function matching({ id, state, to }: MailFilter) {
  return all(
    fragment`kind = 'mail'`,
    id !== null && fragment`id = ${id}`,
    state !== null && fragment`state = ${state}`,
    // a sent code has its receiver masked, and no other sent mail has one
    to !== null && fragment`payload ->> 'to' = any(${[to, maskedEmail(to)]}::text[])`,
  )
}

/** Newest first. */
export function listMailPage(
  sql: Query,
  filter: MailFilter,
  { before, limit }: { before: string | null; limit: number },
): Promise<ListedMail[]> {
  return sql<ListedMail>`
    select ${columns}, ${maskedSubject} as subject
    from jobs
    where ${all(matching(filter), before !== null && fragment`id < ${before}`)}
    order by id desc limit ${limit}`
}

/** How many there are, up to `most`. */
export async function countMails(sql: Query, filter: MailFilter, most: number): Promise<number> {
  const [row] = await sql<{ count: number }>`
    select count(*) as count from (
      select from jobs where ${matching(filter)} limit ${most}) matching`
  return row!.count
}

/** Mails that are not sent and whose subject begins so, by subject, newest first. Codes are hidden before they are compared. */
export function listMailsBySubject(
  sql: Query,
  beginning: string,
  limit: number,
): Promise<ListedMail[]> {
  const pattern = `${escapeLike(beginning)}%`
  return sql<ListedMail>`
    select ${columns}, ${maskedSubject} as subject
    from jobs
    where kind = 'mail' and state <> 'done' and ${maskedSubject} like ${pattern}
    order by ${maskedSubject} using ~<~, id desc limit ${limit}`
}
