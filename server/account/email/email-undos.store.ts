import type { Query } from '../../db/sql.ts'

/** A change of e-mail that can still be undone. */
export interface EmailUndo {
  userId: string
  /** The address before the change. */
  email: string
  changedAt: Date
}

export async function storeEmailUndo(
  tx: Query,
  {
    userId,
    email,
    changedAt,
    tokenHash,
    expiresAt,
  }: EmailUndo & { tokenHash: Buffer; expiresAt: Date },
): Promise<void> {
  await tx`
    insert into email_undos (token_hash, user_id, email, changed_at, expires_at)
    values (${tokenHash}, ${userId}, ${email}, ${changedAt}, ${expiresAt})`
}

/** Finds the change that a valid link would undo, without consuming the link; null without one. */
export async function findEmailUndo(
  sql: Query,
  tokenHash: Buffer,
  now: Date,
): Promise<EmailUndo | null> {
  const [row] = await sql<EmailUndo>`
    select user_id as "userId", email, changed_at as "changedAt"
    from email_undos where token_hash = ${tokenHash} and expires_at > ${now}`
  return row ?? null
}

/** The user's changes that are still stored, newest first. */
export function listEmailUndos(sql: Query, userId: string): Promise<EmailUndo[]> {
  return sql<EmailUndo>`
    select user_id as "userId", email, changed_at as "changedAt"
    from email_undos where user_id = ${userId} order by changed_at desc`
}

/**
 * Consumes this link and the links of later changes, so that a later address cannot revert the undo.
 * Returns false when another call has consumed it. The caller has locked the user's row.
 */
export async function consumeEmailUndo(
  tx: Query,
  { userId, changedAt }: EmailUndo,
  tokenHash: Buffer,
): Promise<boolean> {
  const taken = await tx<{ isThis: boolean }>`
    delete from email_undos where user_id = ${userId} and changed_at >= ${changedAt}
    returning token_hash = ${tokenHash} as "isThis"`
  return taken.some(({ isThis }) => isThis)
}

/**
 * After every stored change of the user: their order is that of the lock, whatever the clocks of calls and nodes say. The
 * caller has locked the user's row.
 */
export async function nextChangeTime(tx: Query, userId: string, now: Date): Promise<Date> {
  const [row] = await tx<{ at: Date }>`
    select greatest(${now}::timestamptz, max(changed_at) + interval '1 millisecond') as at
    from email_undos where user_id = ${userId}`
  return row!.at
}

/**
 * The account goes back to this address, whose owner could have undone the change away from it: ends the link of that
 * change and those of later ones. Returns the time of that change; null when none can be undone. The caller has locked
 * the user's row.
 */
export async function endChangesAwayFrom(
  tx: Query,
  { userId, email, now }: { userId: string; email: string; now: Date },
): Promise<Date | null> {
  const ended = await tx<{ changedAt: Date }>`
    delete from email_undos where user_id = ${userId} and changed_at >= (
      select min(changed_at) from email_undos
      where user_id = ${userId} and email = ${email} and expires_at > ${now})
    returning changed_at as "changedAt"`
  if (ended.length === 0) return null
  return new Date(Math.min(...ended.map(({ changedAt }) => changedAt.getTime())))
}

/** No change of the user's address can be undone any more. */
export async function deleteEmailUndos(tx: Query, userId: string): Promise<void> {
  await tx`delete from email_undos where user_id = ${userId}`
}

/** Earlier changes can be undone at least as long: the address that the account had longest has the last word. */
export async function keepEarlierUndos(
  tx: Query,
  { userId, changedAt, now, until }: { userId: string; changedAt: Date; now: Date; until: Date },
): Promise<void> {
  await tx`
    update email_undos set expires_at = greatest(expires_at, ${until})
    where user_id = ${userId} and changed_at < ${changedAt} and expires_at > ${now}`
}
