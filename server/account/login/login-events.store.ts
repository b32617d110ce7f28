import type { Query } from '../../db/sql.ts'

export interface LoginEvent {
  at: Date
  ip: string
  userAgent: string
}

export async function findLastLogin(sql: Query, userId: string): Promise<LoginEvent | null> {
  const [row] = await sql<LoginEvent>`
    select created_at as "at", ip, user_agent as "userAgent"
    from login_events where user_id = ${userId}
    order by created_at desc, id desc limit 1`
  return row ?? null
}

/** Lists all stored logins of the user, newest first. */
export function listLogins(sql: Query, userId: string): Promise<LoginEvent[]> {
  return sql<LoginEvent>`
    select created_at as "at", ip, user_agent as "userAgent"
    from login_events where user_id = ${userId}
    order by created_at desc, id desc`
}
