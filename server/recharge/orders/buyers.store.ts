import type { Query } from '../../db/sql.ts'

/** Null when the buyer's account is closed. */
export async function findBuyerEmail(sql: Query, userId: string): Promise<string | null> {
  const [user] = await sql<{ email: string | null }>`select email from users where id = ${userId}`
  return user?.email ?? null
}
