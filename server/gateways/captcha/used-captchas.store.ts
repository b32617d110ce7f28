import type { Query } from '../../db/sql.ts'

/** Marks a puzzle as used; returns false when it was used before. */
export async function markCaptchaUsed(
  sql: Query,
  nonce: string,
  expiresAt: Date,
): Promise<boolean> {
  const marked = await sql`
    insert into used_captchas (nonce, expires_at) values (${nonce}, ${expiresAt})
    on conflict (nonce) do nothing
    returning 1`
  return marked.length === 1
}
