import type { Query } from '../../db/sql.ts'
import type { Refund } from '../../gateways/payments/payments.ts'
import type { TimeWindow } from '../../lib/local-time.ts'
import type { Actor } from '../../actor.ts'
import { uuidv7 } from '../../db/ids.ts'
import type { OrderRow } from '../orders/order.ts'

export interface RefundRow {
  id: string
  orderId: string
  /** Null until the provider has answered. */
  providerId: string | null
  amount: number
  status: 'asked' | 'refused' | Refund['status']
  actor: Actor
  reason: string | null
  /** Rises with each received 5xx. */
  try: number
  /** The amount is what the published policy gave. */
  isByPolicy: boolean
  createdAt: Date
}

/** Oldest first. */
export async function listRefundsOf(sql: Query, orderId: string): Promise<RefundRow[]> {
  return sql<RefundRow>`
    select id, order_id as "orderId", provider_id as "providerId", amount, status, actor, reason, try,
      by_policy as "isByPolicy", created_at as "createdAt"
    from refunds where order_id = ${orderId} order by created_at, id`
}

export async function findRefund(sql: Query, id: string): Promise<RefundRow | null> {
  const [row] = await sql<RefundRow>`
    select id, order_id as "orderId", provider_id as "providerId", amount, status, actor, reason, try,
      by_policy as "isByPolicy", created_at as "createdAt"
    from refunds where id = ${id}`
  return row ?? null
}

/** Inserts a refund, or updates it to what the provider reports. */
export async function storeRefund(
  tx: Query,
  {
    id,
    orderId,
    providerId,
    amount,
    status,
    actor,
    reason,
    isByPolicy = false,
    createdAt,
  }: Omit<RefundRow, 'try' | 'isByPolicy'> & { isByPolicy?: boolean },
  at: Date,
): Promise<void> {
  await tx`
    insert into refunds (id, order_id, provider_id, amount, status, actor, reason, by_policy, created_at, updated_at)
    values (${id}, ${orderId}, ${providerId}, ${amount}, ${status}, ${actor}, ${reason}, ${isByPolicy},
      ${createdAt}, ${at})
    on conflict (id) do update set provider_id = excluded.provider_id, amount = excluded.amount,
      status = excluded.status, updated_at = excluded.updated_at`
}

/** Has the refund asked for under a new key. Concurrent callers raise the counter once. */
export async function raiseRefundTry(sql: Query, id: string, from: number): Promise<void> {
  await sql`update refunds set try = try + 1 where id = ${id} and try = ${from} and status = 'asked'`
}

export async function refuseRefund(sql: Query, id: string, at: Date): Promise<void> {
  await sql`
    update refunds set status = 'refused', updated_at = ${at} where id = ${id} and status = 'asked'`
}

/** Unanswered refunds, except those asked for within the window. */
export async function listUnanswered(
  sql: Query,
  { from, until }: TimeWindow,
  limit: number,
): Promise<string[]> {
  const rows = await sql<{ id: string }>`
    select id from refunds
    where status = 'asked' and (updated_at <= ${from} or updated_at > ${until})
    order by updated_at limit ${limit}`
  return rows.map(({ id }) => id)
}

/** Which of these our books have with the same status. */
export async function listKnownRefunds(
  sql: Query,
  refunds: readonly Pick<Refund, 'id' | 'status'>[],
): Promise<Set<string>> {
  const rows = await sql<{ id: string }>`
    select provider_id as id from refunds
    join unnest(${refunds.map(({ id }) => id)}::text[], ${refunds.map(({ status }) => status)}::text[])
      as reported (id, status)
      on reported.id = refunds.provider_id and reported.status = refunds.status`
  return new Set(rows.map(({ id }) => id))
}

/**
 * Records that money left after a payment, or came back (negative), with the transaction that books it. Money that was
 * never booked as paid, such as that of an exception, is left out.
 */
export async function recordReversal(
  tx: Query,
  { id: orderId }: Pick<OrderRow, 'id'>,
  { kind, id, effect }: { kind: 'refund' | 'dispute'; id: string; effect: number },
  at: Date,
): Promise<void> {
  await tx`
    insert into order_reversals (id, order_id, kind, provider_id, amount, currency, source, booked_at)
    select ${uuidv7()}, id, ${kind}, ${id}, ${effect}, currency, source, ${at}
    from orders where id = ${orderId} and paid_at is not null`
}
