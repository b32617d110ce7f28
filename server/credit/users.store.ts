import type { Query } from '../db/sql.ts'

/** Whether the account was closed for good. */
export async function isClosed(sql: Query, userId: string): Promise<boolean> {
  const [user] = await sql<{ isClosed: boolean }>`
    select closed_at is not null as "isClosed" from users where id = ${userId}`
  return user?.isClosed ?? false
}
