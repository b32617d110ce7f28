import { MESSAGE_KIND } from '../../applications/webhooks/deliver-message.ts'
import type { Query, Sql } from '../../db/sql.ts'
import { enqueueJob } from '../../jobs/enqueue.ts'

/** A message to an application; null when there is none. */
export async function findMessage(
  sql: Query,
  id: string,
): Promise<{ type: string; application: string } | null> {
  const [row] = await sql<{ type: string; application: string }>`
    select type, application.name as application
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
