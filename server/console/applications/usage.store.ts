import type { Query } from '../../db/sql.ts'

/** What an application spent on one day of the shop's time zone. */
export interface DayOfApplication {
  applicationId: string
  day: string
  users: number
  charges: number
  charged: number
  reversed: number
}

export interface SpenderOfApplication {
  applicationId: string
  userId: string
  charged: number
}

interface Accounts {
  after: string
  last: string
  /** The first day. */
  from: string
}

/** Of the users after `after` up to `last`. */
export function sumUsage(sql: Query, { after, last, from }: Accounts): Promise<DayOfApplication[]> {
  return sql<DayOfApplication>`
    select application_id as "applicationId", to_char(day, 'YYYY-MM-DD') as day, count(distinct user_id) as users,
      sum(charges)::bigint as charges, sum(charged)::bigint as charged, sum(reversed)::bigint as reversed
    from credit_usage_days
    where user_id > ${after} and user_id <= ${last} and day >= ${from}::date
    group by application_id, day`
}

/** Of these users those who spent most with each application; reversed charges do not count. */
export function listTopSpenders(
  sql: Query,
  { after, last, from, most }: Accounts & { most: number },
): Promise<SpenderOfApplication[]> {
  return sql<SpenderOfApplication>`
    select application_id as "applicationId", user_id as "userId", charged from (
      select application_id, user_id, charged,
        row_number() over (partition by application_id order by charged desc, user_id) as place
      from (
        select application_id, user_id, sum(charged - reversed)::bigint as charged
        from credit_usage_days
        where user_id > ${after} and user_id <= ${last} and day >= ${from}::date
        group by application_id, user_id) spent
      where charged > 0) placed
    where place <= ${most}`
}
