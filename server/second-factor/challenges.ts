import { AppError } from '../http/app-error.ts'
import {
  computeMac,
  derivePurposeKey,
  isSameText,
  type KeyPurpose,
  secretKeysOf,
} from '../http/keys.ts'
import { createToken } from '../http/sessions/session.ts'

/** How long a challenge can be answered. */
export const CHALLENGE_S = 5 * 60

/** Under which key the cookies of challenges are signed. */
export interface ChallengeKeys {
  secretKey: string
  purpose: Extract<KeyPurpose, 'console-challenge' | 'customer-challenge'>
  now: Date
}

/** What a challenge is good for; `who` binds it to a person, an invitation or a session. */
export interface ChallengeSubject {
  what: string
  who: string
}

export interface Challenge {
  challenge: string
  expiresAt: Date
}

/**
 * Creates a challenge for a passkey and the value of the cookie that remembers it: nothing is stored before it is
 * answered, so strangers who begin leave no rows.
 */
export function signChallenge(
  { now, ...keys }: ChallengeKeys,
  subject: ChallengeSubject,
): { challenge: string; cookie: string } {
  const challenge = createToken()
  const until = String(now.getTime() + CHALLENGE_S * 1000)
  return {
    challenge,
    cookie: `${challenge}.${until}.${challengeMac(keys, subject, challenge, until)}`,
  }
}

/** The challenge of a cookie; throws PASSKEY_REFUSED without one for this subject. */
export function openChallenge(
  { secretKey, purpose, now }: ChallengeKeys,
  subject: ChallengeSubject,
  cookie: string | undefined,
): Challenge {
  const [challenge = '', until = '', mac = ''] = (cookie ?? '').split('.')
  const isOurs = secretKeysOf(secretKey).some((key) =>
    isSameText(mac, challengeMac({ secretKey: key, purpose }, subject, challenge, until)),
  )
  if (!isOurs || !(Number(until) > now.getTime())) {
    throw new AppError('PASSKEY_REFUSED', { message: '等得太久了，请再试一次' })
  }
  return { challenge, expiresAt: new Date(Number(until)) }
}

/** What a second answer to a challenge is refused with. */
export function usedChallengeError(): AppError {
  return new AppError('PASSKEY_REFUSED', { message: '这次验证已经用过，请再试一次' })
}

function challengeMac(
  { secretKey, purpose }: Omit<ChallengeKeys, 'now'>,
  { what, who }: ChallengeSubject,
  challenge: string,
  until: string,
): string {
  const key = derivePurposeKey(secretKey, purpose)
  return computeMac(key, what, who, challenge, until).toString('base64url')
}
