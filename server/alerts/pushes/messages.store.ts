import type { PushTopic } from '#contract/console/settings/push-fields.ts'
import { BATCH_ROWS } from '../../db/delete-in-batches.ts'
import type { Query } from '../../db/sql.ts'

interface NewMessage {
  id: string
  topic: PushTopic
  kind: string
  subject: string
  title: string
  detail: string | null
  path: string
  at: Date
}

/** False when no channel is told of the topic, and when the subject was told before. */
export async function insertMessage(
  tx: Query,
  { id, topic, kind, subject, title, detail, path, at }: NewMessage,
): Promise<boolean> {
  const rows = await tx<{ id: string }>`
    insert into push_messages (id, topic, kind, subject, title, detail, path, created_at)
    select ${id}::uuid, ${topic}, ${kind}, ${subject}, ${title}, ${detail}, ${path}, ${at}::timestamptz
    where exists (select from push_channels where topics @> array[${topic}::text])
    on conflict (kind, subject) do nothing returning id`
  return rows.length === 1
}

/** The channels that are told of the message. */
export function insertDeliveries(
  tx: Query,
  { messageId, topic, except }: { messageId: string; topic: PushTopic; except: string | null },
): Promise<{ channelId: string }[]> {
  return tx<{ channelId: string }>`
    insert into push_deliveries (channel_id, message_id)
    select id, ${messageId}::uuid from push_channels
    where topics @> array[${topic}::text] and id is distinct from ${except}::uuid
    returning channel_id as "channelId"`
}

export interface WaitingMessage {
  id: string
  kind: string
  title: string
  detail: string | null
  path: string
  tries: number
}

/** What the channel has not been told yet, the oldest first. */
export function listWaitingMessages(sql: Query, channelId: string): Promise<WaitingMessage[]> {
  return sql<WaitingMessage>`
    select m.id, m.kind, m.title, m.detail, m.path, d.tries
    from push_deliveries d join push_messages m on m.id = d.message_id
    where d.channel_id = ${channelId} and d.state = 'waiting' order by d.message_id limit 100`
}

export async function markSent(
  sql: Query,
  channelId: string,
  messageIds: readonly string[],
): Promise<void> {
  await sql`
    update push_deliveries set state = 'sent', tries = tries + 1
    where channel_id = ${channelId} and message_id = any(${messageIds}::uuid[])`
}

/** Counts a failed try; returns those messages that are given up by it. */
export function markFailed(
  sql: Query,
  channelId: string,
  { messageIds, mostTries }: { messageIds: readonly string[]; mostTries: number },
): Promise<{ id: string }[]> {
  return sql<{ id: string }>`
    with tried as (
      update push_deliveries
      set tries = tries + 1, state = case when tries + 1 >= ${mostTries} then 'dead' else 'waiting' end
      where channel_id = ${channelId} and message_id = any(${messageIds}::uuid[])
      returning message_id, state)
    select message_id as id from tried where state = 'dead'`
}

/** Deletes some of the messages of before then, with what is known of their deliveries; returns a row for each. */
export function deleteOldMessages(sql: Query, before: Date): Promise<readonly unknown[]> {
  return sql`
    delete from push_messages where ctid = any(array(
      select ctid from push_messages where created_at < ${before} limit ${BATCH_ROWS})) returning 1`
}
