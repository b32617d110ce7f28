import { isUuid } from '../../db/ids.ts'
import type { Query } from '../../db/sql.ts'
import type { TimeWindow } from '../../lib/local-time.ts'
import type { OrderRow } from '../orders/order.ts'
import { toOrderRow, type StoredOrder } from '../orders/orders.store.ts'

/** Pending orders that are overdue. */
export async function listOverdueOrders(sql: Query, now: Date, limit: number): Promise<OrderRow[]> {
  const rows = await sql<StoredOrder>`
    select * from orders where open_slot is not null and state = 'pending' and expires_at <= ${now}
    order by expires_at limit ${limit}`
  return rows.map(toOrderRow)
}

/** Open orders with an intent that were neither placed nor asked about within the window. */
export async function listUnsettledOrders(
  sql: Query,
  { from, until }: TimeWindow,
  limit: number,
): Promise<OrderRow[]> {
  const rows = await sql<StoredOrder>`
    select * from orders
    where open_slot is not null and payment_intent_id is not null
      and (created_at <= ${from} or created_at > ${until})
      and (provider_asked_at is null or provider_asked_at <= ${from} or provider_asked_at > ${until})
    order by provider_asked_at nulls first limit ${limit}`
  return rows.map(toOrderRow)
}

export async function listOrdersByIntents(
  sql: Query,
  intentIds: readonly string[],
): Promise<OrderRow[]> {
  const rows = await sql<StoredOrder>`
    select * from orders where payment_intent_id = any(${intentIds}::text[])`
  return rows.map(toOrderRow)
}

/** Those of these ids that are orders without an intent; an id may be any text. */
export async function listOrdersWithoutIntent(
  sql: Query,
  ids: readonly string[],
): Promise<OrderRow[]> {
  const rows = await sql<StoredOrder>`
    select * from orders where id = any(${ids.filter((id) => isUuid(id))}::uuid[]) and payment_intent_id is null`
  return rows.map(toOrderRow)
}

/** Orders that were paid, between two ids, in the order of their ids. */
export async function listPaidOrders(
  sql: Query,
  { after, before, limit }: { after: string; before: string; limit: number },
): Promise<OrderRow[]> {
  const rows = await sql<StoredOrder>`
    select * from orders where id > ${after} and id < ${before} and paid_at is not null
    order by id limit ${limit}`
  return rows.map(toOrderRow)
}
