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
