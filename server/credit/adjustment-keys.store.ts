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
