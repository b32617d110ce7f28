import type { PushKind, PushTopic } from '#contract/console/settings/push-fields.ts'
import type { Query } from '../../db/sql.ts'
import { fragment } from '../../db/sql.ts'

/** Hours of the shop's clock in which nothing is sent, as minutes after midnight; they may pass midnight. */
export interface QuietHours {
  from: number
  until: number
}

export interface NewChannel {
  id: string
  kind: PushKind
  name: string
  /** Encrypted. */
  target: Buffer
  topics: readonly PushTopic[]
  quiet: QuietHours | null
  createdBy: string
  now: Date
}

export interface ChannelRow {
  id: string
  kind: PushKind
  name: string
  target: Buffer
  topics: PushTopic[]
  quietFrom: number | null
  quietUntil: number | null
  createdAt: Date
  createdBy: string
  sendingUntil: Date | null
  lastTriedAt: Date | null
  lastSentAt: Date | null
  lastError: string | null
}

const columns = fragment`
  id, kind, name, target, topics, quiet_from as "quietFrom", quiet_until as "quietUntil",
  created_at as "createdAt", created_by as "createdBy", sending_until as "sendingUntil",
  last_tried_at as "lastTriedAt", last_sent_at as "lastSentAt", last_error as "lastError"`

/** False when there is one of this name. */
export async function insertChannel(
  sql: Query,
  { id, kind, name, target, topics, quiet, createdBy, now }: NewChannel,
): Promise<boolean> {
  const rows = await sql<{ id: string }>`
    insert into push_channels (id, kind, name, target, topics, quiet_from, quiet_until, created_at, created_by)
    values (${id}, ${kind}, ${name}, ${target}, ${topics}::text[], ${quiet?.from ?? null}, ${quiet?.until ?? null},
      ${now}, ${createdBy})
    on conflict (name) do nothing returning id`
  return rows.length === 1
}

export async function findChannel(sql: Query, id: string): Promise<ChannelRow | null> {
  const [row] = await sql<ChannelRow>`select ${columns} from push_channels where id = ${id}`
  return row ?? null
}

/** By its id or its name. */
export async function findNamedChannel(sql: Query, reference: string): Promise<ChannelRow | null> {
  const [row] = await sql<ChannelRow>`
    select ${columns} from push_channels where id::text = ${reference} or name = ${reference}`
  return row ?? null
}

/** With the number of messages that wait and that were given up in the last days, the oldest channel first. */
export function listChannels(
  sql: Query,
): Promise<(ChannelRow & { waiting: number; dead: number })[]> {
  return sql<ChannelRow & { waiting: number; dead: number }>`
    select ${columns},
      (select count(*) from push_deliveries d where d.channel_id = c.id and d.state = 'waiting') as waiting,
      (select count(*) from push_deliveries d where d.channel_id = c.id and d.state = 'dead') as dead
    from push_channels c order by created_at, id`
}

export async function deleteChannel(sql: Query, id: string): Promise<boolean> {
  const rows = await sql<{ id: string }>`delete from push_channels where id = ${id} returning id`
  return rows.length === 1
}

/** Whether this node may send now: no other one does, and none has tried since this row was read. */
export async function claimChannel(
  sql: Query,
  { id, lastTriedAt }: Pick<ChannelRow, 'id' | 'lastTriedAt'>,
  { now, until }: { now: Date; until: Date },
): Promise<boolean> {
  const rows = await sql<{ id: string }>`
    update push_channels set sending_until = ${until}
    where id = ${id} and (sending_until is null or sending_until <= ${now})
      and last_tried_at is not distinct from ${lastTriedAt}::timestamptz
    returning id`
  return rows.length === 1
}

/** Records a try and lets other nodes send; error null: it succeeded. */
export async function recordTry(
  sql: Query,
  id: string,
  { now, error }: { now: Date; error: string | null },
): Promise<void> {
  await sql`
    update push_channels
    set sending_until = null, last_tried_at = ${now}, last_error = ${error},
      last_sent_at = case when ${error}::text is null then ${now}::timestamptz else last_sent_at end
    where id = ${id}`
}

/** Plans to look at the channel again; false when that is planned for an earlier time. */
export async function planWake(
  tx: Query,
  id: string,
  { at, now }: { at: Date; now: Date },
): Promise<boolean> {
  const rows = await tx<{ id: string }>`
    update push_channels set wake_at = ${at}
    where id = ${id} and (wake_at is null or wake_at <= ${now} or wake_at > ${at}) returning id`
  return rows.length === 1
}

/** The planned look has begun. */
export async function clearWake(sql: Query, id: string, at: Date): Promise<void> {
  await sql`update push_channels set wake_at = null where id = ${id} and wake_at = ${at}`
}
