import type { Query } from '../db/sql.ts'

export type CodePurpose = 'register' | 'change-email'

interface CodeKey {
  purpose: CodePurpose
  email: string
}

/** Stores the code's MAC; an earlier code for the same purpose and address stops working. */
export async function putCode(
  tx: Query,
  {
    purpose,
    email,
    userId,
    mac,
    tries,
    now,
    expiresAt,
  }: CodeKey & {
    /** The account that asked for it; null when nobody is logged in. */
    userId: string | null
    mac: Buffer
    tries: number
    now: Date
    expiresAt: Date
  },
): Promise<void> {
  await tx`
    insert into email_codes (purpose, email, user_id, mac, tries_left, sent_at, expires_at)
    values (${purpose}, ${email}, ${userId}, ${mac}, ${tries}, ${now}, ${expiresAt})
    on conflict (purpose, email) do update set user_id = excluded.user_id, mac = excluded.mac,
      tries_left = excluded.tries_left, sent_at = excluded.sent_at, expires_at = excluded.expires_at`
}

/** Uses up one try and returns the MAC to compare with; null when there is no live code. */
export async function useTry(
  sql: Query,
  { purpose, email, now }: CodeKey & { now: Date },
): Promise<Buffer | null> {
  const [row] = await sql<{ mac: Buffer }>`
    update email_codes set tries_left = tries_left - 1
    where purpose = ${purpose} and email = ${email} and tries_left > 0 and expires_at > ${now}
    returning mac`
  return row?.mac ?? null
}

/** Consumes the code; false when another call was first or a newer code has replaced it. */
export async function takeCode(
  tx: Query,
  { purpose, email, mac }: CodeKey & { mac: Buffer },
): Promise<boolean> {
  const taken = await tx`
    delete from email_codes where purpose = ${purpose} and email = ${email} and mac = ${mac}
    returning 1`
  return taken.length === 1
}

/** Every code that the account has asked for, or that was sent to one of its addresses, stops working. */
export async function deleteCodes(
  tx: Query,
  userId: string,
  emails: readonly string[],
): Promise<void> {
  await tx`delete from email_codes where user_id = ${userId} or email = any(${[...emails]})`
}
