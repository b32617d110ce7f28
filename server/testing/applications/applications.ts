import { createHash, randomBytes } from 'node:crypto'
import type { SpendRequest } from '../../credit/spending/spend.store.ts'
import { hashKey, newApplicationKey } from '../../applications/secrets.ts'
import { uuidv7 } from '../../db/ids.ts'
import { json } from '../../db/sql.ts'
import type { TestServer, TestUser } from '../harness.ts'

/** An application that may spend every user's credit, or with `isFirstParty` false that of those who granted it. */
export async function newApplication(
  { sql }: Pick<TestServer, 'sql'>,
  { isFirstParty = true } = {},
): Promise<SpendRequest['application']> {
  const id = uuidv7()
  await sql`
    insert into applications (id, client_id, client_secret_hash, name, is_first_party, redirect_urls, created_at)
    values (${id}, ${`client-${id}`}, ${randomBytes(32)}, 'AI 工具', ${isFirstParty}, '{}', now())`
  return { id, isFirstParty }
}

/** A call of an application for a user; the hash stands for `body`. */
export function spendRequest(
  application: SpendRequest['application'],
  { user }: { user: { id: string } },
  { key = uuidv7(), body = '' }: { key?: string; body?: string } = {},
): SpendRequest {
  const hash = createHash('sha256').update(body).digest()
  return { userId: user.id, application, key, hash }
}

/** A live key of the application, as it sends it. */
export async function newKeyOf(
  { sql }: Pick<TestServer, 'sql'>,
  { id }: { id: string },
  { networks = [] as string[] } = {},
): Promise<string> {
  const key = newApplicationKey()
  await sql`
    insert into application_keys (id, application_id, hash, networks, created_at)
    values (${uuidv7()}, ${id}, ${hashKey(key)}, ${networks}, now())`
  return key
}

/** The user allows an application that is not of the operator's own to spend credit. */
export async function grantCredit(
  { sql }: Pick<TestServer, 'sql'>,
  { id }: { id: string },
  { user }: TestUser,
): Promise<void> {
  await sql`
    insert into application_grants (user_id, application_id, granted_at) values (${user.id}, ${id}, now())`
}

/** Stores what a sign-on from each session of the user leaves, with words of the application. */
export async function signOnTo(
  { sql }: Pick<TestServer, 'sql'>,
  { id }: { id: string },
  { user }: TestUser,
  words = 'nothing',
): Promise<void> {
  await sql`
    insert into sign_ons (session_id, application_id, sid, user_id, signed_on_at)
    select id, ${id}, 'sid', user_id, now() from sessions where user_id = ${user.id}`
  await sql`
    insert into sign_on_records (kind, id_hash, payload, session_id, expires_at)
    select 'AuthorizationCode', ${randomBytes(32)}, ${json({ accountId: user.id, nonce: words })}, id,
      now() + interval '1 hour'
    from sessions where user_id = ${user.id} limit 1`
}
