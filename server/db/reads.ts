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

/** Reads a declared cursor page by page: `fetch` returns the next rows, none at the end. */
export async function* readCursor<Row>(fetch: () => Promise<Row[]>): AsyncGenerator<Row> {
  for (;;) {
    const rows = await fetch()
    if (rows.length === 0) return
    yield* rows
  }
}
