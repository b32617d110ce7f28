import type { MailState } from '#contract/console/mail-states.ts'
import type { Query } from '../../db/sql.ts'

/** A mail in the outbox. */
export interface MailRow {
  id: string
  state: MailState
  to: string | null
  /** The mail is useless after this time; null = never. */
  goodUntil: Date | null
}

/** All mails that were given up. */
export function listDeadMails(sql: Query): Promise<Pick<MailRow, 'id' | 'goodUntil'>[]> {
  return sql<Pick<MailRow, 'id' | 'goodUntil'>>`
    select id, (payload ->> 'goodUntil')::timestamptz as "goodUntil"
    from jobs where kind = 'mail' and state = 'dead'`
}

export async function findMail(sql: Query, id: string): Promise<MailRow | null> {
  const [row] = await sql<MailRow>`
    select id, state, payload ->> 'to' as "to", (payload ->> 'goodUntil')::timestamptz as "goodUntil"
    from jobs where kind = 'mail' and id::text = ${id}`
  return row ?? null
}

/** Makes the mails due now with all attempts, except those that a worker holds. Returns their ids. */
export async function requeueMails(sql: Query, ids: readonly string[]): Promise<string[]> {
  const rows = await sql<{ id: string }>`
    update jobs
    set state = 'waiting', attempts = 0, run_at = now(), locked_until = null, last_error = null,
      finished_at = null
    where kind = 'mail' and id = any(${ids}::uuid[]) and state <> 'done'
      and (locked_until is null or locked_until <= now())
    returning id`
  return rows.map(({ id }) => id)
}
