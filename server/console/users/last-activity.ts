import type { Query } from '../../db/sql.ts'
import type { FoundUser } from '../../operator/users/users-search.store.ts'
import { findLastLogins } from './credit.store.ts'

/** The users with their last activity: of a device that is logged in, or the last login, which stays when its session ends. */
export async function withLastActivity(
  sql: Query,
  users: readonly FoundUser[],
): Promise<FoundUser[]> {
  const logins = await findLastLogins(
    sql,
    users.map(({ id }) => id),
  )
  return users.map((user) => ({
    ...user,
    lastSeenAt: laterOf(user.lastSeenAt, logins.get(user.id) ?? null),
  }))
}

function laterOf(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other
  return one > other ? one : other
}
