import type { Query } from '../../db/sql.ts'

/** What is left of lots that have not ended, by how long ago they came. */
export interface AgeSums {
  within30: number
  within90: number
  within180: number
  within365: number
  older: number
}

/** Lots of the accounts after `after` up to `last`. */
export async function sumAges(
  sql: Query,
  { after, last, now }: { after: string; last: string; now: Date },
): Promise<AgeSums> {
  const [row] = await sql<AgeSums>`
    select coalesce(sum(remaining) filter (where days <= 30), 0)::bigint as within30,
      coalesce(sum(remaining) filter (where days > 30 and days <= 90), 0)::bigint as within90,
      coalesce(sum(remaining) filter (where days > 90 and days <= 180), 0)::bigint as within180,
      coalesce(sum(remaining) filter (where days > 180 and days <= 365), 0)::bigint as within365,
      coalesce(sum(remaining) filter (where days > 365), 0)::bigint as older
    from (
      select remaining, extract(epoch from ${now}::timestamptz - created_at) / 86400 as days
      from credit_lots
      where not is_empty and kind <> 'debt' and user_id > ${after} and user_id <= ${last}
        and (expires_at is null or expires_at > ${now})) lot`
  return row!
}

export interface DebtorRow {
  userId: string
  email: string | null
  nickname: string
  debt: number
  since: Date
}

/** Users who owe credit. A user has one lot of debt, which stays when it is paid. */
export function listDebtorRows(
  sql: Query,
  { order, before, limit }: { order: 'largest' | 'newest'; before: string | null; limit: number },
): Promise<DebtorRow[]> {
  return order === 'largest'
    ? sql<DebtorRow>`
        select user_id as "userId", email, nickname, -remaining as debt, lot.created_at as since
        from (
          select user_id, remaining, created_at from credit_lots
          where kind = 'debt' and not is_empty
            and (${before}::uuid is null or (remaining, user_id) > (
              select last.remaining, last.user_id from credit_lots last
              where last.user_id = ${before}::uuid and last.kind = 'debt'))
          order by remaining, user_id limit ${limit}
        ) lot join users on users.id = user_id
        order by remaining, user_id`
    : sql<DebtorRow>`
        select user_id as "userId", email, nickname, -remaining as debt, lot.created_at as since
        from (
          select user_id, remaining, created_at from credit_lots
          where kind = 'debt' and not is_empty
            and (${before}::uuid is null or (created_at, user_id) < (
              select last.created_at, last.user_id from credit_lots last
              where last.user_id = ${before}::uuid and last.kind = 'debt'))
          order by created_at desc, user_id desc limit ${limit}
        ) lot join users on users.id = user_id
        order by lot.created_at desc, user_id desc`
}
