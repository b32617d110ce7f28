import { BATCH_ROWS } from '../../db/delete-in-batches.ts'
import type { Query } from '../../db/sql.ts'
import type { ProviderEvent } from '../../gateways/payments/payments.ts'

export async function isKnownProviderEvent(sql: Query, id: string): Promise<boolean> {
  const known = await sql`select 1 from provider_events where id = ${id}`
  return known.length > 0
}

/** Stores that the event was applied to the order. False when it was applied before. Waits for a concurrent transaction with the same event. */
export async function storeProviderEvent(
  tx: Query,
  { id, type, createdAt }: ProviderEvent,
  { orderId, at }: { orderId: string; at: Date },
): Promise<boolean> {
  const stored = await tx`
    insert into provider_events (id, type, created_at, applied_at, order_id)
    values (${id}, ${type}, ${createdAt}, ${at}, ${orderId})
    on conflict (id) do nothing returning 1`
  return stored.length === 1
}

/** Deletes some of the events applied before then, never the newest, which shows when one last came; returns a row for each. */
export function deleteOldEvents(sql: Query, before: Date): Promise<readonly unknown[]> {
  return sql`
    delete from provider_events where ctid = any(array(
      select ctid from provider_events
      where applied_at < ${before} and applied_at < (select max(applied_at) from provider_events)
      limit ${BATCH_ROWS})) returning 1`
}

/** When each of these events was applied; events that were not applied are left out. */
export async function readAppliedTimes(
  sql: Query,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  const rows = await sql<{ id: string; at: Date }>`
    select id, applied_at as at from provider_events where id = any(${ids})`
  return new Map(rows.map(({ id, at }) => [id, at]))
}
