import type { Query } from '../../db/sql.ts'
import { isNarrowed } from '../../operator/users/search-users.ts'
import { countUsers, type UserFilter } from '../../operator/users/users-search.store.ts'
import { countAmong, countUpTo } from '../count-up-to.ts'

/** Beyond it users are not counted. */
const MOST_COUNTED = 10_000

/** What a page of the list shows. */
interface ShownPage {
  rows: number
  isFirst: boolean
  isLast: boolean
}

/**
 * Users of all pages; `isMore`: there are at least so many. Those that a filter leaves are looked at as orders of some
 * days are. Counting those with a text would read all who may have it, so of several pages of them nothing is said:
 * null.
 */
export async function countForList(
  sql: Query,
  filter: UserFilter,
  { rows, isFirst, isLast }: ShownPage,
): Promise<{ count: number; isMore: boolean } | null> {
  if (isFirst && isLast) return { count: rows, isMore: false }
  if (filter.text !== '') return null
  const countTo = (tx: Query, most: number) => countUsers(tx, filter, most)
  if (!isNarrowed(filter)) {
    const count = await countUpTo(sql, countTo, MOST_COUNTED)
    return { count, isMore: count >= MOST_COUNTED }
  }
  const look = async (tx: Query, most: number) => {
    const matching = await countTo(tx, most)
    return { looked: matching, matching }
  }
  return countAmong(sql, look, MOST_COUNTED)
}
