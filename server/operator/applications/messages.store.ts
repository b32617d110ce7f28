import { MESSAGE_KIND } from '../../applications/webhooks/deliver-message.ts'
import type { MessageState } from '../../applications/webhooks/messages.store.ts'
import { fragment, type Query, type Sql } from '../../db/sql.ts'
import { enqueueJob } from '../../jobs/enqueue.ts'

export interface MessageRow {
  id: string
  applicationId: string
  application: string
  type: string
  data: Record<string, unknown>
  state: MessageState
  tries: number
  lastError: string | null
  createdAt: Date
  endedAt: Date | null
}

const columns = fragment`
  message.id, application_id as "applicationId", application.name as application, type, data, state, tries,
  last_error as "lastError", message.created_at as "createdAt", ended_at as "endedAt"`

/** Messages to applications, newest first. */
export function listMessages(
  sql: Query,
  {
    applicationId,
    state,
    limit,
  }: { applicationId: string | null; state: MessageState | null; limit: number },
): Promise<MessageRow[]> {
  return sql<MessageRow>`
    select ${columns}
    from application_messages message join applications application on application.id = application_id
    where (${applicationId}::uuid is null or application_id = ${applicationId}::uuid)
      and (${state}::text is null or state = ${state}::text)
    order by message.created_at desc, message.id desc limit ${limit}`
}

export async function findMessage(sql: Query, id: string): Promise<MessageRow | null> {
  const [row] = await sql<MessageRow>`
    select ${columns}
    from application_messages message join applications application on application.id = application_id
    where message.id::text = ${id}`
  return row ?? null
}

/** Has a message delivered once more, at once, with three days of tries. */
export async function replayMessage(sql: Sql, id: string): Promise<void> {
  await sql.begin(async (tx) => {
    // one that waits is delivered by the new job; the old one then finds it ended
    await tx`
      update application_messages set state = 'waiting', ended_at = null, last_error = null
      where id = ${id}`
    await enqueueJob(tx, { kind: MESSAGE_KIND, payload: { id } })
  })
}
