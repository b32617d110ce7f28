import type { Query } from '../../db/sql.ts'

/** Sums of some accounts' lots. */
export interface LotSums {
  owed: number
  within30: number
  within90: number
  within180: number
  within365: number
  later: number
  never: number
  welcome: number
  debt: number
  debtors: number
}

/** The last of the next accounts in the order of their ids; null when no more than these are left. */
export async function findBatchEnd(
  sql: Query,
  after: string,
  accounts: number,
): Promise<string | null> {
  const [row] = await sql<{ id: string }>`
    select user_id as id from credit_accounts where user_id > ${after}
    order by user_id offset ${accounts - 1} limit 1`
  return row?.id ?? null
}

/** Lots of the accounts after `after` up to `last`; those that have ended are not owed. */
export async function sumLots(
  sql: Query,
  { after, last, now }: { after: string; last: string; now: Date },
): Promise<LotSums> {
  const [row] = await sql<LotSums>`
    select coalesce(sum(remaining) filter (where not is_debt), 0)::bigint as owed,
      coalesce(sum(remaining) filter (where not is_debt and days <= 30), 0)::bigint as within30,
      coalesce(sum(remaining) filter (where not is_debt and days > 30 and days <= 90), 0)::bigint as within90,
      coalesce(sum(remaining) filter (where not is_debt and days > 90 and days <= 180), 0)::bigint as within180,
      coalesce(sum(remaining) filter (where not is_debt and days > 180 and days <= 365), 0)::bigint as within365,
      coalesce(sum(remaining) filter (where not is_debt and days > 365), 0)::bigint as later,
      coalesce(sum(remaining) filter (where not is_debt and days is null), 0)::bigint as never,
      coalesce(sum(remaining) filter (where kind = 'welcome'), 0)::bigint as welcome,
      coalesce(-sum(remaining) filter (where is_debt), 0)::bigint as debt,
      count(*) filter (where is_debt) as debtors
    from (
      select remaining, kind, kind = 'debt' as is_debt,
        extract(epoch from expires_at - ${now}::timestamptz) / 86400 as days
      from credit_lots
      where not is_empty and user_id > ${after} and user_id <= ${last}
        and (expires_at is null or expires_at > ${now})) lot`
  return row!
}

export async function sumHeld(
  sql: Query,
  { after, last }: { after: string; last: string },
): Promise<number> {
  const [row] = await sql<{ held: number }>`
    select coalesce(sum(held), 0)::bigint as held
    from credit_accounts where user_id > ${after} and user_id <= ${last}`
  return row!.held
}

export async function countOpenHolds(sql: Query): Promise<number> {
  const [row] = await sql<{ count: number }>`
    select count(*) as count from credit_holds where state = 'open'`
  return row!.count
}

/** What new customers were given since then, and how many of them. */
export async function sumWelcomes(
  sql: Query,
  since: Date,
): Promise<{ welcomed: number; welcomes: number }> {
  const [row] = await sql<{ welcomed: number; welcomes: number }>`
    select coalesce(sum(amount), 0)::bigint as welcomed, count(*) as welcomes
    from welcome_grants where created_at >= ${since}`
  return row!
}
