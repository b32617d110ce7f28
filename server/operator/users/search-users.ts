import type { Query } from '../../db/sql.ts'
import {
  findAddress,
  findRarePairs,
  type FoundUser,
  listUsersOf,
  matchBeginnings,
  matchRareUsers,
  matchRecentUsers,
  searchUsers as searchAll,
  type UserFilter,
} from './users-search.store.ts'

/** All who have pairs of so small a share of users are found and sorted; of more, the index of ids is the shorter way. */
const FEW = 0.02
/** The newest users are read before an index is asked, where so many of them should have the text that they fill a page. */
const RECENT = 5_000

interface PageOfUsers {
  /** The last one that was shown. */
  before: string | null
  limit: number
}

/**
 * Newest first. Of a text that nothing else narrows those come first whose address begins so, in the order of their
 * addresses: their index has them in that order, while others with the text are found in none and have to be sorted.
 */
export async function searchUsers(
  sql: Query,
  filter: UserFilter,
  page: PageOfUsers,
): Promise<FoundUser[]> {
  if (filter.text === '' || isNarrowed(filter)) return searchNewest(sql, filter, page)
  const { before, limit } = page
  const last = before === null ? null : await findAddress(sql, before)
  const hasBegun = last?.startsWith(filter.text.toLowerCase()) ?? false
  const others = { ...filter, exceptBeginnings: true }
  if (before !== null && !hasBegun) return searchNewest(sql, others, page)
  const first = await matchBeginnings(sql, filter.text, { after: last, limit })
  const rest = { before: null, limit: limit - first.length }
  return [
    ...(first.length === 0 ? [] : await listUsersOf(sql, first)),
    ...(rest.limit === 0 ? [] : await searchNewest(sql, others, rest)),
  ]
}

/** Whether anything but a text narrows the users. */
export function isNarrowed({ isBlocked, fromId, untilId, source, isDirect }: UserFilter): boolean {
  return isBlocked || isDirect || fromId !== null || untilId !== null || source !== null
}

/** The newest users are looked at where that may fill the page, then all who may have the text. */
async function searchNewest(
  sql: Query,
  filter: UserFilter,
  page: PageOfUsers,
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
