import type * as contract from '#contract/console/users.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { DIRECT_SOURCE } from '#contract/traffic-sources.ts'
import type { UserFilter } from '../../operator/users/users-search.store.ts'
import { idsOfDays } from '../days.ts'
import { filterBy } from '../page-of.ts'

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
