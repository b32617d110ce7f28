import type { Query } from '../../db/sql.ts'

/** An application as one of its live keys names it. */
export interface Application {
  id: string
  /** Of the operator's own: it may spend every user's credit. */
  isFirstParty: boolean
  /** Networks that the key may be used from; empty: any. */
  networks: string[]
  callsPerSecond: number
  userCallsPerSecond: number
  userBurst: number
}

/** The application of a live key, by the hash of the key; null when the key or the application is not live. */
export async function findApplication(sql: Query, hash: Buffer): Promise<Application | null> {
  const [row] = await sql<Application>`
    select application.id, is_first_party as "isFirstParty", networks, calls_per_second as "callsPerSecond",
      user_calls_per_second as "userCallsPerSecond", user_burst as "userBurst"
    from application_keys key join applications application on application.id = key.application_id
    where key.hash = ${hash} and key.revoked_at is null and disabled_at is null`
  return row ?? null
}

/** Records the use of a key, unless one was recorded after `before`. */
export async function recordKeyUse(
  sql: Query,
  hash: Buffer,
  { now, before }: { now: Date; before: Date },
): Promise<void> {
  await sql`
    update application_keys set last_used_at = ${now}
    where hash = ${hash} and (last_used_at is null or last_used_at <= ${before})`
}
