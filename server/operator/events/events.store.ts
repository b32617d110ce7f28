import type { Query } from '../../db/sql.ts'

/** When each of these events was applied; events that were not applied are left out. */
export async function readAppliedTimes(
  sql: Query,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  const rows = await sql<{ id: string; at: Date }>`
    select id, applied_at as at from provider_events where id = any(${ids})`
  return new Map(rows.map(({ id, at }) => [id, at]))
}

/** The numbers of the orders that these intents belong to. */
export async function readOrderNumbers(
  sql: Query,
  intentIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await sql<{ intentId: string; orderNo: string }>`
    select payment_intent_id as "intentId", order_no as "orderNo"
    from orders where payment_intent_id = any(${intentIds})`
  return new Map(rows.map(({ intentId, orderNo }) => [intentId, orderNo]))
}
