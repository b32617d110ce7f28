import type { Query, Sql } from '../../db/sql.ts'
import { findBatchEnd } from './credit.store.ts'

/** So many accounts are summed in some 50 ms: a statement over all of them would be stopped. */
const BATCH = 20_000
/** For what nobody has read since the database's machine has started, and comes from its disk. */
const LONGEST_STATEMENT_MS = 30_000
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'
const AFTER_ALL = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** What `sum` finds for all accounts in parts: for those after `after` up to `last`. */
export async function* sumEachBatch<Sums>(
  sql: Sql,
  sum: (tx: Query, batch: { after: string; last: string }) => Promise<Sums>,
): AsyncGenerator<Sums> {
  for (let after = BEFORE_ALL; ;) {
    const end = await findBatchEnd(sql, after, BATCH)
    const batch = { after, last: end ?? AFTER_ALL }
    yield await sql.begin((tx) => sum(tx, batch), { statementMs: LONGEST_STATEMENT_MS })
    if (end === null) return
    after = end
  }
}
