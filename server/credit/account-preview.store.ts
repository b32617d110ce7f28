import type { Query } from '../db/sql.ts'
import type { Lot } from './lots.ts'

/** The lots of a user that are not empty; a debt is one of them. */
export function listFilledLots(sql: Query, userId: string): Promise<Lot[]> {
  return sql<Lot>`
    select id, kind, order_id as reference, granted, remaining, expires_at as "expiresAt",
      created_at as "createdAt"
    from credit_lots where user_id = ${userId} and not is_empty order by id`
}

/** What open holds reserve that have not expired at this time. */
export async function readLiveHeld(sql: Query, userId: string, at: Date): Promise<number> {
  const [row] = await sql<{ held: number }>`
    select coalesce(sum(amount), 0) as held from credit_holds
    where user_id = ${userId} and state = 'open' and expires_at > ${at}`
  return row!.held
}
