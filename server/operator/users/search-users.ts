import type { Query } from '../../db/sql.ts'
import {
  findRarePairs,
  type FoundUser,
  listUsersOf,
  matchRareUsers,
  matchRecentUsers,
  searchUsers as searchAll,
  type UserFilter,
} from './users-search.store.ts'

/** All who have pairs of so small a share of users are found and sorted; of more, the index of ids is the shorter way. */
const FEW = 0.02
/** The newest users are read before an index is asked, where so many of them should have the text that they fill a page. */
const RECENT = 5_000

/** Newest first. The newest users are looked at where that may fill the page, then all who may have the text. */
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
  return listUsersOf(sql, await matchRareUsers(sql, filter, rare, page))
}
