import type { Query } from '../../db/sql.ts'

/** Where mail to a buyer goes; null when the account is closed. */
export async function emailOfBuyer(sql: Query, userId: string): Promise<string | null> {
  const [user] = await sql<{ email: string | null }>`select email from users where id = ${userId}`
  return user?.email ?? null
}
