import type { Query } from '../../db/sql.ts'
import { countUsers, type UserFilter } from '../../operator/users/users-search.store.ts'
import { type Counted, countUpTo } from '../count-up-to.ts'

/** What a page of the list shows. */
interface ShownPage {
  rows: number
  isFirst: boolean
  isLast: boolean
}

/** Users of all pages. Counting those with a text would read all who may have it: of several pages of them, null. */
export async function countForList(
  sql: Query,
  filter: UserFilter,
  { rows, isFirst, isLast }: ShownPage,
): Promise<Counted | null> {
  if (isFirst && isLast) return { count: rows, isMore: false }
  if (filter.text !== '') return null
  return countUpTo((most) => countUsers(sql, filter, most))
}
