import { uuidv7 } from '#server/db/ids.ts'
import { createToken, hashToken } from '#server/http/sessions/session.ts'
import type { Sql } from '#server/db/sql.ts'

/** Signs an owner in at the address that the load generator comes from; returns the cookie. */
export async function openOperator(sql: Sql): Promise<string> {
  const operatorId = uuidv7()
  const token = createToken()
  await sql`
    insert into operators (id, email, name, role, created_at, unchanged_since)
    values (${operatorId}, 'bench@example.com', '周敏', 'owner', now(), now())`
  await sql`
    insert into operator_sessions
      (token_hash, id, operator_id, address, user_agent, confirmed_at, created_at, last_seen_at, expires_at)
    values (${hashToken(token)}, ${uuidv7()}, ${operatorId}, '127.0.0.1', 'bench', now(), now(), now(),
      now() + interval '12 hours')`
  return `__Host-op=${token}`
}
