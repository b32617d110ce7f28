import type { Query } from '../../db/sql.ts'

/** Marks a challenge as answered; false when it was before. Forgets those that have expired. */
export async function useChallenge(
  tx: Query,
  { challengeHash, now, expiresAt }: { challengeHash: Buffer; now: Date; expiresAt: Date },
): Promise<boolean> {
  await tx`delete from operator_used_challenges where expires_at <= ${now}`
  const rows = await tx<{ one: number }>`
    insert into operator_used_challenges (challenge_hash, expires_at)
    values (${challengeHash}, ${expiresAt}) on conflict do nothing returning 1 as one`
  return rows.length === 1
}
