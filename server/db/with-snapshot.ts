import type { Query, Sql } from './sql.ts'

/**
 * Runs statements that all see the database at one moment, and that PostgreSQL plans for their own values as
 * `withCustomPlans` does. They write nothing. `stalledMs`: how long the transaction may wait between two of them, for
 * somebody who reads slowly; absent: as every transaction.
 */
export function withSnapshot<T>(
  sql: Sql,
  work: (tx: Query) => Promise<T>,
  { stalledMs = null }: { stalledMs?: number | null } = {},
): Promise<T> {
  return sql.begin(async (tx) => {
    await tx`set transaction isolation level repeatable read, read only`
    await tx`
      select set_config('plan_cache_mode', 'force_custom_plan', true),
        set_config('idle_in_transaction_session_timeout',
          coalesce(${stalledMs}::int::text, current_setting('idle_in_transaction_session_timeout')), true)`
    return work(tx)
  })
}
