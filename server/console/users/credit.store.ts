import type { Query } from '../../db/sql.ts'

export interface OpenHold {
  id: string
  applicationId: string
  applicationName: string
  amount: number
  reason: string
  createdAt: Date
  expiresAt: Date
}

/** A user's open holds that have not expired, newest first. */
export function listOpenHolds(
  sql: Query,
  { userId, now, limit }: { userId: string; now: Date; limit: number },
): Promise<OpenHold[]> {
  return sql<OpenHold>`
    select hold.id, hold.application_id as "applicationId", coalesce(application.name, '') as "applicationName",
      hold.amount, hold.reason, hold.created_at as "createdAt", hold.expires_at as "expiresAt"
    from credit_holds hold left join applications application on application.id = hold.application_id
    where hold.user_id = ${userId} and hold.state = 'open' and hold.expires_at > ${now}
    order by hold.id desc limit ${limit}`
}

/** When each of these users logged in last; without those who never did. */
export async function findLastLogins(
  sql: Query,
  userIds: readonly string[],
): Promise<Map<string, Date>> {
  const rows = await sql<{ id: string; at: Date }>`
    select wanted.id, last.at from unnest(${userIds}::uuid[]) wanted (id)
    cross join lateral (
      select created_at as at from login_events where user_id = wanted.id order by created_at desc limit 1) last`
  return new Map(rows.map(({ id, at }) => [id, at]))
}
