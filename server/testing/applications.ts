import { createHash, randomBytes } from 'node:crypto'
import type { SpendRequest } from '../credit/spend.store.ts'
import { uuidv7 } from '../db/ids.ts'
import type { TestServer, TestUser } from './harness.ts'

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
  { user }: TestUser,
  { key = uuidv7(), body = '' }: { key?: string; body?: string } = {},
): SpendRequest {
  const hash = createHash('sha256').update(body).digest()
  return { userId: user.id, application, key, hash }
}
