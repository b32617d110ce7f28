import type { Query } from '../db/sql.ts'
import type { Lot } from './lots.ts'

/**
 * A user's lots in the order of spending: those with credit, then a debt, and those of `lotIds` even when empty.
 */
export function listLots(
  sql: Query,
  userId: string,
  lotIds: readonly string[] = [],
): Promise<Lot[]> {
  return sql<Lot>`
    select lot.id, kind, order_id as reference, granted, lot.remaining, expires_at as "expiresAt",
      created_at as "createdAt"
    from credit_lots lot left join credit_spending_order(${userId}) spending on spending.id = lot.id
    where user_id = ${userId} and (not is_empty or kind = 'debt' or lot.id = any(${lotIds}::uuid[]))
    order by place, lot.id`
}

/** What is held: by open holds that have not expired at this time, and by reserves. */
export async function readLiveHeld(sql: Query, userId: string, at: Date): Promise<number> {
  const [row] = await sql<{ held: number }>`
    select coalesce(sum(amount), 0)::bigint as held from (
      select amount from credit_holds
      where user_id = ${userId} and state = 'open' and expires_at > ${at}
      union all
      select amount from credit_reserves where user_id = ${userId}
    ) part`
  return row!.held
}
