// Messages are made by the triggers of 019_application_webhooks.sql, such as tell_of_low_credit.

import { BATCH_ROWS } from '../../db/delete-in-batches.ts'
import type { Query } from '../../db/sql.ts'
import type { Sweeps } from '../../jobs/sweep.ts'

const KEPT_MS = 30 * 24 * 60 * 60 * 1000

export type MessageState = 'waiting' | 'delivered' | 'given_up'

export interface MessageToDeliver {
  type: string
  data: Record<string, unknown>
  createdAt: Date
  webhookUrl: string | null
  /** Encrypted. */
  webhookSecret: Uint8Array | null
  isDisabled: boolean
}

/** A message that is still to be delivered; null when it was delivered or is gone. */
export async function findWaitingMessage(sql: Query, id: string): Promise<MessageToDeliver | null> {
  const [row] = await sql<MessageToDeliver>`
    select message.type, message.data, message.created_at as "createdAt", webhook_url as "webhookUrl",
      webhook_secret as "webhookSecret", disabled_at is not null as "isDisabled"
    from application_messages message join applications application on application.id = application_id
    where message.id = ${id} and state = 'waiting'`
  return row ?? null
}

/** Notes a try. `error` null: it was delivered. */
export async function recordTry(
  sql: Query,
  id: string,
  { state, error, now }: { state: MessageState; error: string | null; now: Date },
): Promise<void> {
  await sql`
    update application_messages set state = ${state}, tries = tries + 1, last_error = ${error},
      ended_at = case when ${state} = 'waiting' then null else ${now}::timestamptz end
    where id = ${id} and state = 'waiting'`
}

/** Deletes messages 30 days after they were made. */
export function messageSweeps(sql: Query, now: Date): Sweeps {
  const before = new Date(now.getTime() - KEPT_MS)
  return {
    'messages to applications': () => sql`
      delete from application_messages where ctid = any(array(
        select ctid from application_messages where created_at < ${before} limit ${BATCH_ROWS})) returning 1`,
  }
}
