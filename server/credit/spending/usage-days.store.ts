import type { Query } from '../../db/sql.ts'

/** Which part of a user's spending is wanted. */
export interface SpendingFilter {
  userId: string
  /** Days of the site's time zone, `2026-08-01`, both included. */
  first: string
  last: string
  /** Null: all. */
  applicationId: string | null
  /** An API key's id; `none`: without an API key; null: all. */
  apiKeyId: string | null
}

/** What one application spent of a user's credit on a day. */
export interface UsageDay {
  /** `2026-08-01`, of the site's time zone. */
  day: string
  applicationId: string
  charged: number
  charges: number
  /** Given back on this day, also of charges of earlier days. */
  reversed: number
}

/** Oldest first. It reads the daily sums, so it costs the same however many charges there were. */
export async function listUsageDays(
  sql: Query,
  { userId, first, last, applicationId, apiKeyId }: SpendingFilter,
): Promise<UsageDay[]> {
  return sql<UsageDay>`
    select day, application_id as "applicationId", sum(charged)::bigint as charged, sum(charges)::int as charges,
      sum(reversed)::bigint as reversed
    from credit_usage_days
    where user_id = ${userId} and day between ${first} and ${last}
      and (${applicationId}::text is null or application_id::text = ${applicationId})
      and (${apiKeyId}::text is null
        or coalesce(nullif(api_key_id, '00000000-0000-0000-0000-000000000000')::text, 'none') = ${apiKeyId})
    group by day, application_id order by day, application_id`
}

/** The applications that ever charged a user's credit, or hold some now. */
export async function listSpenders(sql: Query, userId: string): Promise<string[]> {
  const rows = await sql<{ id: string }>`
    select distinct application_id as id from credit_usage_days where user_id = ${userId}
    union select application_id from credit_holds where user_id = ${userId} and state = 'open'`
  return rows.map(({ id }) => id)
}
