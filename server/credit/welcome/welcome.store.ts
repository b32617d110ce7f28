import type { Query } from '../../db/sql.ts'

/** Whether one of these hashes of a mailbox, in hexadecimal, is stored: it was given credit before. */
export async function isKnownMailbox(sql: Query, hashes: readonly string[]): Promise<boolean> {
  const rows = await sql`
    select 1 from welcome_mailboxes
    where hash in (select decode(hex, 'hex') from unnest(${hashes}::text[]) hex) limit 1`
  return rows.length > 0
}

/**
 * Stores all hashes of a mailbox; false when one of them was stored before. Waits for another transaction that stores
 * the same ones. They are stored in one order, so that two transactions do not deadlock.
 */
export async function claimMailbox(tx: Query, hashes: readonly string[]): Promise<boolean> {
  const claimed = await tx`
    insert into welcome_mailboxes (hash)
    select decode(hex, 'hex') from unnest(${hashes}::text[]) hex order by hex
    on conflict (hash) do nothing returning 1`
  return claimed.length === hashes.length
}

export async function insertWelcomeGrant(
  tx: Query,
  { userId, amount, at }: { userId: string; amount: number; at: Date },
): Promise<void> {
  await tx`
    insert into welcome_grants (user_id, amount, created_at) values (${userId}, ${amount}, ${at})`
}
