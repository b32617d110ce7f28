import type * as contract from '#contract/console/users.ts'
import type { ConsoleUser } from '#contract/console/users.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { DIRECT_SOURCE } from '#contract/traffic-sources.ts'
import { withCustomPlans } from '../../db/custom-plans.ts'
import { findUser, type FoundUser, searchUsers } from '../../operator/users/users-search.store.ts'
import type { ConsoleDeps } from '../deps.ts'
import { idsOfDays } from '../days.ts'
import { filterBy, pageOf } from '../page-of.ts'

/** A whole address or id finds one user, any other text those who have it in address or nickname. */
export async function listConsoleUsers(
  { sql, content }: Pick<ConsoleDeps, 'sql' | 'content'>,
  { q: text = '', blocked, before, limit, ...input }: InputOf<typeof contract.listConsoleUsers>,
): Promise<OutputOf<typeof contract.listConsoleUsers>> {
  const one = text === '' ? null : await findUser(sql, text.toLowerCase())
  if (one) return { users: [toConsoleUser(one)], next: null }
  const { fromId, untilId } = idsOfDays(input, content.site.timeZone)
  const source = filterBy(input.source)
  const isDirect = source === DIRECT_SOURCE
  const filter = {
    text,
    isBlocked: blocked !== undefined,
    fromId,
    source: isDirect ? null : source,
    isDirect,
  }
  const rows = await withCustomPlans(sql, (tx) =>
    searchUsers(tx, { ...filter, before: before ?? untilId, limit: limit + 1 }),
  )
  const { shown, next } = pageOf(rows, limit, ({ id }) => id)
  return { users: shown.map(toConsoleUser), next }
}

export function toConsoleUser({
  createdAt,
  closingAt,
  closedAt,
  blockedAt,
  lastSeenAt,
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
