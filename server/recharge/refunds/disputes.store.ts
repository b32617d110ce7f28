import type { Query } from '../../db/sql.ts'
import type { Dispute } from '../../gateways/payments/payments.ts'

export type DisputeRow = Pick<
  Dispute,
  'id' | 'amount' | 'status' | 'reason' | 'evidenceDueAt' | 'createdAt'
>

export async function listDisputesOf(sql: Query, orderId: string): Promise<DisputeRow[]> {
  return sql<DisputeRow>`
    select id, amount, status, reason, evidence_due_at as "evidenceDueAt", created_at as "createdAt"
    from disputes where order_id = ${orderId} order by created_at, id`
}

/** Inserts a dispute, or updates its status. */
export async function storeDispute(
  tx: Query,
  orderId: string,
  { id, amount, status, reason, evidenceDueAt = null, createdAt }: DisputeRow,
  at: Date,
): Promise<void> {
  await tx`
    insert into disputes (id, order_id, amount, status, reason, evidence_due_at, created_at, updated_at)
    values (${id}, ${orderId}, ${amount}, ${status}, ${reason}, ${evidenceDueAt}, ${createdAt}, ${at})
    on conflict (id) do update set status = excluded.status, updated_at = excluded.updated_at,
      evidence_due_at = coalesce(excluded.evidence_due_at, disputes.evidence_due_at)`
}

/** Which of these our books have with the same status. */
export async function listKnownDisputes(
  sql: Query,
  disputes: readonly Pick<Dispute, 'id' | 'status'>[],
): Promise<Set<string>> {
  const rows = await sql<{ id: string }>`
    select disputes.id from disputes
    join unnest(${disputes.map(({ id }) => id)}::text[], ${disputes.map(({ status }) => status)}::text[])
      as reported (id, status)
      on reported.id = disputes.id and reported.status = disputes.status`
  return new Set(rows.map(({ id }) => id))
}

export interface WaitingOrder {
  id: string
  since: Date
}

/** Orders with an unfinished refund or dispute that has not changed since `before`, oldest first; `after` null: from the first. */
export function listWaitingOrders(
  sql: Query,
  { before, after, limit }: { before: Date; after: WaitingOrder | null; limit: number },
): Promise<WaitingOrder[]> {
  return sql<WaitingOrder>`
    with waiting as (
      select order_id, updated_at from refunds where status = 'pending' and updated_at <= ${before}
      union all
      select order_id, updated_at from disputes where status = 'open' and updated_at <= ${before}),
    orders_waiting as (
      -- in milliseconds, since "after" comes back from JavaScript
      select order_id as id, date_trunc('milliseconds', min(updated_at)) as since
      from waiting group by order_id)
    select id, since from orders_waiting
    where ${after === null} or (since, id) > (${after?.since ?? before}, ${after?.id ?? null}::uuid)
    order by since, id limit ${limit}`
}
