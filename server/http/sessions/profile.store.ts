import type { editProfile } from '#contract/account/account.ts'
import type { InputOf } from '#contract/endpoint.ts'
import type { User } from '#contract/shapes.ts'
import { fragment, type Query } from '../../db/sql.ts'

/** The columns of a user's row that the user may see. */
export interface Profile {
  userId: string
  email: string
  nickname: string
  source: string | null
  emailVerifiedAt: Date | null
  registeredAt: Date
}

/** The columns of a profile in a statement that reads `users u`. */
export const profileColumns = fragment`
  u.id as "userId", u.email, u.nickname, u.source, u.email_verified_at as "emailVerifiedAt",
  u.created_at as "registeredAt"`

/** The profile as the contract has it. */
export function toUser(profile: Profile): User {
  return {
    id: profile.userId,
    email: profile.email,
    nickname: profile.nickname,
    source: profile.source,
    emailVerifiedAt: profile.emailVerifiedAt?.toISOString() ?? null,
    createdAt: profile.registeredAt.toISOString(),
  }
}

/** Updates the fields that users may change and returns the profile; null without such a user. */
export async function updateProfile(
  sql: Query,
  userId: string,
  { nickname }: InputOf<typeof editProfile>,
): Promise<Profile | null> {
  const [profile] = await sql<Profile>`
    update users u set nickname = ${nickname}
    where u.id = ${userId} returning ${profileColumns}`
  return profile ?? null
}

/**
 * Erases the user's personal columns and marks the account closed; a constraint requires both together. The
 * id, the traffic source and the times stay.
 */
export async function eraseProfile(
  tx: Query,
  userId: string,
  { nickname, now }: { nickname: string; now: Date },
): Promise<void> {
  await tx`
    update users set email = null, password_hash = null, email_verified_at = null,
      nickname = ${nickname}, closing_at = null, closed_at = ${now}
    where id = ${userId}`
}
