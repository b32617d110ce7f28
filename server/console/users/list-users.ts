import type * as contract from '#contract/console/users.ts'
import type { ConsoleUser } from '#contract/console/users.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { MOST_SORTED, searchUsers } from '../../operator/users/search-users.ts'
import { findUser, type FoundUser } from '../../operator/users/users-search.store.ts'
import type { ConsoleDeps } from '../deps.ts'
import { pageOf } from '../page-of.ts'
import { countForList, selectUsers } from './select-users.ts'
import { withLastActivity } from './last-activity.ts'

/** A whole address or id finds one user, any other text those who have it in address or nickname. */
export async function listConsoleUsers(
  { sql, content }: Pick<ConsoleDeps, 'sql' | 'content'>,
  { before, limit, ...input }: InputOf<typeof contract.listConsoleUsers>,
): Promise<OutputOf<typeof contract.listConsoleUsers>> {
  const filter = selectUsers(input, content.site.timeZone)
  const one = filter.text === '' ? null : await findUser(sql, filter.text.toLowerCase())
  if (one) {
    const users = await withLastActivity(sql, [one])
    const count = { count: 1, isMore: false }
    return { users: users.map(toConsoleUser), count, isCut: false, next: null }
  }
  const page = { before: before ?? null, limit: limit + 1, most: MOST_SORTED }
  const { users, isCut } = await searchUsers(sql, filter, page)
  const { shown, next } = pageOf(users, limit, ({ id }) => id)
  const place = { rows: shown.length, isFirst: page.before === null, isLast: next === null }
  const [active, count] = await Promise.all([
    withLastActivity(sql, shown),
    countForList(sql, filter, place),
  ])
  return { users: active.map(toConsoleUser), count, isCut, next }
}

export function toConsoleUser({
  createdAt,
  closingAt,
  closedAt,
  blockedAt,
  lastSeenAt,
  secondFactorSince: _,
  passwordStoppedAt: _stopped,
  ...user
}: FoundUser): ConsoleUser {
  return {
    ...user,
    createdAt: createdAt.toISOString(),
    closingAt: closingAt?.toISOString() ?? null,
    closedAt: closedAt?.toISOString() ?? null,
    blockedAt: blockedAt?.toISOString() ?? null,
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
  }
}
