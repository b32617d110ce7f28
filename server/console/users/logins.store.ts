import type { Query } from '../../db/sql.ts'

/** When each of these users logged in last; without those who never did. */
export async function findLastLogins(
  sql: Query,
  userIds: readonly string[],
): Promise<Map<string, Date>> {
  const rows = await sql<{ id: string; at: Date }>`
    select wanted.id, last.at from unnest(${userIds}::uuid[]) wanted (id)
    cross join lateral (
      select created_at as at from login_events where user_id = wanted.id order by created_at desc limit 1) last`
  return new Map(rows.map(({ id, at }) => [id, at]))
}
