import type { Query, Sql } from './sql.ts'

/**
 * Runs statements that PostgreSQL plans for their own values. After five runs a prepared statement may get one plan
 * for all values, and where a filter may be absent that plan can use no index.
 */
export function withCustomPlans<T>(sql: Sql, work: (tx: Query) => Promise<T>): Promise<T> {
  return sql.begin(async (tx) => {
    await tx`set local plan_cache_mode = force_custom_plan`
    return work(tx)
  })
}
