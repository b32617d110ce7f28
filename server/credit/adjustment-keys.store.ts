import type { Query } from '../db/sql.ts'

/**
 * Claims a key of the operator for one user; false when it was claimed before. Recorded apart, since the
 * ledger's own keys are unique for one user only.
 */
export async function claimAdjustmentKey(tx: Query, key: string, userId: string): Promise<boolean> {
  const claimed = await tx<{ key: string }>`
    insert into credit_adjustments (key, user_id) values (${`adjust:${key}`}, ${userId})
    on conflict (key) do nothing returning key`
  return claimed.length > 0
}

/** When the operator's key moved credit of the user; null when it has not. */
export async function findAdjustment(
  sql: Query,
  userId: string,
  key: string,
): Promise<Date | null> {
  const [entry] = await sql<{ at: Date }>`
    select created_at as at from credit_ledger
    where user_id = ${userId} and idempotency_key = ${`adjust:${key}`}`
  return entry?.at ?? null
}
