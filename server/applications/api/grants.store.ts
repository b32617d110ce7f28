import type { Query } from '../../db/sql.ts'

/** Whether the user was erased, and allows the application to spend; null for a user who is not there. */
export async function findReach(
  sql: Query,
  { userId, applicationId }: { userId: string; applicationId: string },
): Promise<{ isClosed: boolean; isGranted: boolean } | null> {
  const [row] = await sql<{ isClosed: boolean; isGranted: boolean }>`
    select closed_at is not null as "isClosed", exists (
      select from application_grants
      where user_id = users.id and application_id = ${applicationId} and revoked_at is null) as "isGranted"
    from users where id = ${userId}`
  return row ?? null
}
