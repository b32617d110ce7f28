import type { Query } from '../../db/sql.ts'
import {
  findRarePairs,
  type FoundUser,
  listUsersOf,
  matchNewestUsers,
  matchRecentUsers,
  searchUsers as searchAll,
  type UserFilter,
} from './users-search.store.ts'

/** Of those who have the rare pairs of a text, most have the text. */
const CANDIDATES_EACH = 3
/** All who have pairs of so small a share of users are found and sorted; of more, the index of ids is the shorter way. */
const FEW = 0.02

/** The newest users are read before an index is asked, where so many of them should have the text that they fill a page. */
const RECENT = 5_000

/** Newest first. The newest who may have the text are looked at, and all who may where that does not fill the page. */
export async function searchUsers(
  sql: Query,
  filter: UserFilter,
  page: { before: string | null; limit: number },
): Promise<FoundUser[]> {
  if (filter.text === '') return searchAll(sql, filter, [], page)
  const { pairs: rare, share } = await findRarePairs(sql, filter.text)
  if (share > FEW) return searchAll(sql, filter, rare, page)
  if (share * RECENT > page.limit) {
    const recent = await matchRecentUsers(sql, filter, RECENT, page)
    if (recent.length === page.limit) return listUsersOf(sql, recent)
  }
  const limit = CANDIDATES_EACH * page.limit
  const candidates = await matchNewestUsers(sql, filter, rare, { ...page, limit })
  const matching = candidates.filter(({ isMatch }) => isMatch).map(({ id }) => id)
  if (matching.length < page.limit && candidates.length === limit)
    return searchAll(sql, filter, rare, page)
  return listUsersOf(sql, matching.slice(0, page.limit))
}
