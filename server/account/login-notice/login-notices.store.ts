import type { Query } from '../../db/sql.ts'

/** A mail about a login on a new device or a new password, whose link is still good. */
export interface LoginNotice {
  userId: string
  /** Where the mail went: the account's address at that time. */
  email: string
  /** The time of the login or change. */
  at: Date
}

interface NewLoginNotice extends LoginNotice {
  tokenHash: Buffer
  expiresAt: Date
}

/**
 * Stores the notice. Returns false and stores nothing when the account had `most` notices since `countedFrom`. The
 * caller has locked the user's row, so that concurrent logins count each other.
 */
export async function storeLoginNotice(
  tx: Query,
  { userId, email, at, tokenHash, expiresAt }: NewLoginNotice,
  { most, countedFrom }: { most: number; countedFrom: Date },
): Promise<boolean> {
  const stored = await tx`
    insert into login_notices (token_hash, user_id, email, created_at, expires_at)
    select ${tokenHash}, ${userId}, ${email}, ${at}, ${expiresAt}
    where (select count(*) from login_notices
           where user_id = ${userId} and created_at > ${countedFrom}) < ${most}::integer
    returning 1`
  return stored.length === 1
}

/** Finds the notice of a valid link without consuming it; null without one. */
export async function findLoginNotice(
  sql: Query,
  tokenHash: Buffer,
  now: Date,
): Promise<LoginNotice | null> {
  const [row] = await sql<LoginNotice>`
    select user_id as "userId", email, created_at as at
    from login_notices where token_hash = ${tokenHash} and expires_at > ${now}`
  return row ?? null
}

/** When the first login or change was about which a link is still good. */
export async function firstNoticed(tx: Query, userId: string, now: Date): Promise<Date | null> {
  const [row] = await tx<{ at: Date | null }>`
    select min(created_at) as at from login_notices where user_id = ${userId} and expires_at > ${now}`
  return row?.at ?? null
}

/**
 * Consumes this link and those of later mails, which it answers too. Returns false when another call has consumed it.
 * The caller has locked the user's row.
 */
export async function consumeLoginNotice(
  tx: Query,
  { userId, at }: LoginNotice,
  tokenHash: Buffer,
): Promise<boolean> {
  const taken = await tx<{ isThis: boolean }>`
    delete from login_notices where user_id = ${userId} and created_at >= ${at}
    returning token_hash = ${tokenHash} as "isThis"`
  return taken.some(({ isThis }) => isThis)
}

/** Deletes those of mails since then that went to other addresses than this one. */
export async function deleteLoginNoticesElsewhere(
  tx: Query,
  userId: string,
  { email, since }: { email: string; since: Date },
): Promise<void> {
  await tx`
    delete from login_notices
    where user_id = ${userId} and email <> ${email} and created_at >= ${since}`
}
