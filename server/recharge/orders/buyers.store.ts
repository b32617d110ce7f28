import type { Query } from '../../db/sql.ts'

/** Null when the buyer's account is closed. */
export async function findBuyerEmail(sql: Query, userId: string): Promise<string | null> {
  const [user] = await sql<{ email: string | null }>`select email from users where id = ${userId}`
  return user?.email ?? null
}

/** Whether the account of an order's buyer is closing or was closed for good. */
export async function isBuyerLeaving(sql: Query, userId: string): Promise<boolean> {
  const [buyer] = await sql<{ isLeaving: boolean }>`
    select coalesce(closing_at, closed_at) is not null as "isLeaving" from users where id = ${userId}`
  return buyer?.isLeaving ?? false
}
