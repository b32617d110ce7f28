import type { Query } from '../../db/sql.ts'
import { findBatchEnd } from './credit.store.ts'

/** So many accounts are summed in some 50 ms: a statement over all of them would be stopped. */
const BATCH = 20_000
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'
const AFTER_ALL = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** All accounts in parts: those after `after` up to `last`. */
export async function* eachBatchOfAccounts(
  sql: Query,
): AsyncGenerator<{ after: string; last: string }> {
  for (let after = BEFORE_ALL; ;) {
    const end = await findBatchEnd(sql, after, BATCH)
    yield { after, last: end ?? AFTER_ALL }
    if (end === null) return
    after = end
  }
}
