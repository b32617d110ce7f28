import type { Query } from '../../db/sql.ts'
import {
  findBeginning,
  findRareParts,
  type FoundUser,
  listUsersOf,
  matchBeginnings,
  matchRareUsers,
  matchRecentUsers,
  searchUsers as searchAll,
  type UserFilter,
} from './users-search.store.ts'

/** All who have parts of so small a share of users are found and sorted; of more, the index of ids is the shorter way. */
const FEW = 0.02
/** The newest users are read before an index is asked, where so many of them should have the text that they fill a page. */
const RECENT = 5_000
/** None of so few has the text: the others are not worth reading. */
const NEWEST = 1_000
/** So many with a text are sorted in some milliseconds; of more, that is all a page of the console waits for. */
export const MOST_SORTED = 1_000

interface PageOfUsers {
  /** The last one that was shown. */
  before: string | null
  limit: number
  /** Of those who have the text elsewhere than at the beginning of the address; absent or null: all are looked for. */
  most?: number | null
}

interface FoundUsers {
  users: FoundUser[]
  /** More than `most` have the text: some of them are listed, newest first. */
  isCut: boolean
}

/**
 * Newest first. Of a text that nothing else narrows those come first whose address begins so, in the order of their
 * addresses: their index has them in that order, while others with the text are found in none and have to be sorted.
 */
export async function searchUsers(
  sql: Query,
  filter: UserFilter,
  page: PageOfUsers,
): Promise<FoundUsers> {
  if (filter.text === '' || isNarrowed(filter)) return searchNewest(sql, filter, page)
  const { before, limit } = page
  const { text } = filter
  const last = before === null ? null : await findBeginning(sql, { id: before, text })
  const others = { ...filter, exceptBeginnings: true }
  if (before !== null && last === null) return searchNewest(sql, others, page)
  const first = await matchBeginnings(sql, text, { after: last, limit })
  const beginning = first.length === 0 ? [] : await listUsersOf(sql, first)
  if (first.length === limit) return { users: beginning, isCut: false }
  const rest = { ...page, before: null, limit: limit - first.length }
  const { users, isCut } = await searchNewest(sql, others, rest)
  return { users: [...beginning, ...users], isCut }
}

/** Whether anything but a text narrows the users. */
export function isNarrowed({ isBlocked, fromId, untilId, source, isDirect }: UserFilter): boolean {
  return isBlocked || isDirect || fromId !== null || untilId !== null || source !== null
}

/** The newest users are looked at where that may fill the page, then all who may have the text, or `most` of them. */
async function searchNewest(
  sql: Query,
  filter: UserFilter,
  { most = null, ...page }: PageOfUsers,
): Promise<FoundUsers> {
  const { parts, share } =
    filter.text === '' ? { parts: [], share: 1 } : await findRareParts(sql, filter.text)
  // all of them are wanted, and they are many; or nothing is rare about the text
  if (parts.length === 0 || (share > FEW && most === null)) {
    return { users: await searchAll(sql, filter, parts, page), isCut: false }
  }
  const findRecent = async () => {
    const isThere = (await matchRecentUsers(sql, filter, NEWEST, { ...page, limit: 1 })).length > 0
    return isThere ? matchRecentUsers(sql, filter, RECENT, page) : []
  }
  const recent = share * RECENT > page.limit ? await findRecent() : null
  if (recent?.length === page.limit) {
    return { users: await listUsersOf(sql, recent), isCut: false }
  }
  const { ids, isCut } = await matchRareUsers(sql, filter, parts, { ...page, most })
  if (!isCut) return { users: await listUsersOf(sql, ids), isCut }
  const newest = recent ?? (await findRecent())
  const others = ids.filter((id) => !newest.includes(id))
  const shown = [...newest, ...others].toSorted().toReversed().slice(0, page.limit)
  return { users: await listUsersOf(sql, shown), isCut }
}
