import { all, fragment, type Query } from '../../db/sql.ts'

export interface ListedEvent {
  id: string
  type: string
  createdAt: Date
  appliedAt: Date
  /** `appliedAt` in microseconds since 1970, as the database has it. */
  appliedMicros: string
  orderId: string | null
  orderNo: string | null
}

/** Null: every one. */
export interface EventFilter {
  id: string | null
  type: string | null
  orderId: string | null
}

/** The event that a page begins after. */
export interface EventCursor {
  micros: string
  id: string
}

const columns = fragment`
  event.id, event.type, event.created_at as "createdAt", event.applied_at as "appliedAt",
  (extract(epoch from event.applied_at) * 1000000)::bigint::text as "appliedMicros",
  event.order_id as "orderId", orders.order_no as "orderNo"`

/** Conditions on `event`. */
function matching({ id, type, orderId }: EventFilter) {
  return all(
    id !== null && fragment`event.id = ${id}`,
    type !== null && fragment`event.type = ${type}`,
    orderId !== null && fragment`event.order_id = ${orderId}`,
  )
}

/** The latest applied first. */
export function listEvents(
  sql: Query,
  filter: EventFilter,
  { before, limit }: { before: EventCursor | null; limit: number },
): Promise<ListedEvent[]> {
  const isBefore =
    before &&
    fragment`(event.applied_at, event.id)
      < ('epoch'::timestamptz + ${before.micros}::bigint * interval '1 microsecond', ${before.id})`
  return sql<ListedEvent>`
    select ${columns}
    from provider_events event left join orders on orders.id = event.order_id
    where ${all(matching(filter), isBefore)}
    order by event.applied_at desc, event.id desc limit ${limit}`
}

/** How many there are, up to `most`. */
export async function countEvents(sql: Query, filter: EventFilter, most: number): Promise<number> {
  const [row] = await sql<{ count: number }>`
    select count(*) as count from (
      select from provider_events event where ${matching(filter)} limit ${most}) matching`
  return row!.count
}
