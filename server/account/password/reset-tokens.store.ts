import type { Query } from '../../db/sql.ts'

/**
 * Stores the hash of a link for the account of this address; the account's earlier link stops working.
 * Returns false when the address has no account. Waits for a running change of the address, so that no link
 * goes to the former mailbox.
 */
export async function storeResetToken(
  tx: Query,
  { email, tokenHash, expiresAt }: { email: string; tokenHash: Buffer; expiresAt: Date },
): Promise<boolean> {
  const stored = await tx`
    with owner as (select id from users where email = ${email} for key share)
    insert into reset_tokens (user_id, token_hash, expires_at)
    select id, ${tokenHash}, ${expiresAt} from owner
    on conflict (user_id) do update
      set token_hash = excluded.token_hash, expires_at = excluded.expires_at
    returning 1`
  return stored.length === 1
}

/** Finds the owner of a valid link without consuming it; null without one. */
export async function findResetToken(
  sql: Query,
  tokenHash: Buffer,
  now: Date,
): Promise<{ userId: string; email: string } | null> {
  const [row] = await sql<{ userId: string; email: string }>`
    select u.id as "userId", u.email
    from reset_tokens t join users u on u.id = t.user_id
    where t.token_hash = ${tokenHash} and t.expires_at > ${now}`
  return row ?? null
}

/** Consumes the link; false when another call has consumed it or a newer link has replaced it. */
export async function consumeResetToken(tx: Query, tokenHash: Buffer): Promise<boolean> {
  const taken = await tx`delete from reset_tokens where token_hash = ${tokenHash} returning 1`
  return taken.length === 1
}

export async function deleteResetToken(tx: Query, userId: string): Promise<void> {
  await tx`delete from reset_tokens where user_id = ${userId}`
}
