import type { Query } from '../db/sql.ts'

export interface CodeKey {
  purpose: 'register' | 'change-email'
  email: string
  /** The only one who may try the code: a user's id or the hash of a browser's cookie. */
  asker: string
}

/** Stores the code's MAC; the asker's earlier codes for the same purpose and address stop working, and are known until they expire. */
export async function storeCode(
  tx: Query,
  {
    purpose,
    email,
    asker,
    userId,
    mac,
    tries,
    now,
    expiresAt,
  }: CodeKey & {
    /** The account that requested the code; null when nobody is logged in. */
    userId: string | null
    mac: Buffer
    tries: number
    now: Date
    expiresAt: Date
  },
): Promise<void> {
  await tx`
    insert into mailed_codes (email, purpose, asker, user_id, mac, tries_left, sent_at, expires_at)
    values (${email}, ${purpose}, ${asker}, ${userId}, ${mac}, ${tries}, ${now}, ${expiresAt})
    on conflict (email, purpose, asker) do update set mac = excluded.mac,
      tries_left = excluded.tries_left, sent_at = excluded.sent_at, expires_at = excluded.expires_at,
      replaced_macs = case when mailed_codes.expires_at > ${now}
        then mailed_codes.replaced_macs || mailed_codes.mac else '{}' end,
      replaced_expire_at = case when mailed_codes.expires_at > ${now}
        then mailed_codes.replaced_expire_at || mailed_codes.expires_at else '{}' end`
}

export interface StoredCode {
  mac: Buffer
  /** Of codes that this one has replaced and that would still be valid. */
  replaced: Buffer[]
}

/** Uses up one try and returns the MACs to compare with; null when the asker has no valid code. */
export async function consumeCodeTry(
  sql: Query,
  { purpose, email, asker, now }: CodeKey & { now: Date },
): Promise<StoredCode | null> {
  const [row] = await sql<StoredCode>`
    update mailed_codes set tries_left = tries_left - 1
    where email = ${email} and purpose = ${purpose} and asker = ${asker}
      and tries_left > 0 and expires_at > ${now}
    returning mac, array(
      select old.mac from unnest(replaced_macs, replaced_expire_at) as old (mac, expires_at)
      where old.expires_at > ${now}) as replaced`
  return row ?? null
}

/** Consumes the code; false when another call has consumed it or a newer code has replaced it. */
export async function consumeCode(
  tx: Query,
  { purpose, email, asker, mac }: CodeKey & { mac: Buffer },
): Promise<boolean> {
  const taken = await tx`
    delete from mailed_codes
    where email = ${email} and purpose = ${purpose} and asker = ${asker} and mac = ${mac}
    returning 1`
  return taken.length === 1
}

/** Deletes the codes that the account requested and those that were sent to one of these addresses. */
export async function deleteCodes(
  tx: Query,
  userId: string,
  emails: readonly string[],
): Promise<void> {
  await tx`delete from mailed_codes where user_id = ${userId} or email = any(${[...emails]})`
}
