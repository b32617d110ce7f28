import type * as contract from '#contract/console/users.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { DIRECT_SOURCE } from '#contract/traffic-sources.ts'
import { type UserFilter, countUsers } from '../../operator/users/users-search.store.ts'
import { idsOfDays } from '../days.ts'
import { filterBy, type Counted, countUpTo } from '../page-of.ts'
import type { Query } from '../../db/sql.ts'

type Input = Omit<InputOf<typeof contract.listConsoleUsers>, 'limit' | 'before'>

/** Throws VALIDATION for a day range that ends before it begins. */
export function selectUsers(
  { q: text = '', blocked, ...input }: Input,
  timeZone: string,
): UserFilter {
  const source = filterBy(input.source)
  const isDirect = source === DIRECT_SOURCE
  return {
    text,
    isBlocked: blocked !== undefined,
    ...idsOfDays(input, timeZone),
    source: isDirect ? null : source,
    isDirect,
    exceptBeginnings: false,
  }
}

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
