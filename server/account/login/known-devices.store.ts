import type { Query } from '../../db/sql.ts'

/** Whether the owner of this address has logged in or set the password on the device. */
export async function isKnownDevice(
  sql: Query,
  email: string,
  tokenHash: Buffer,
): Promise<boolean> {
  const rows = await sql`
    select from known_devices d join users u on u.id = d.user_id
    where u.email = ${email} and d.token_hash = ${tokenHash}`
  return rows.length > 0
}

export async function deleteKnownDevices(tx: Query, userId: string): Promise<void> {
  await tx`delete from known_devices where user_id = ${userId}`
}

export async function addKnownDevice(
  tx: Query,
  userId: string,
  { tokenHash, now }: { tokenHash: Buffer; now: Date },
): Promise<void> {
  await tx`
    insert into known_devices (user_id, token_hash, last_login_at)
    values (${userId}, ${tokenHash}, ${now})`
}

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
