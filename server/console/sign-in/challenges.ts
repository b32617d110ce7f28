import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Query } from '../../db/sql.ts'
import { AppError } from '../../http/app-error.ts'
import { computeMac, derivePurposeKey, isSameText, secretKeysOf } from '../../http/keys.ts'
import { createToken, hashToken } from '../../http/sessions/session.ts'
import { CHALLENGE_COOKIE, clearChallengeCookie, setChallengeCookie } from '../cookies.ts'
import type { ConsoleDeps } from '../deps.ts'
import { useChallenge } from './challenges.store.ts'

const LIFETIME_S = 5 * 60

/** What a challenge is good for; `who` binds it to an operator or an invitation. */
export interface ChallengePurpose {
  what: 'sign-in' | 'confirm' | 'add' | 'accept'
  who: string
}

type ChallengeDeps = Pick<ConsoleDeps, 'config' | 'now'>

/**
 * Creates a challenge for a passkey and remembers it in a signed cookie: nothing is stored before it is answered, so
 * strangers who begin a sign-in leave no rows.
 */
export function issueChallenge(
  { config, now }: ChallengeDeps,
  reply: FastifyReply,
  purpose: ChallengePurpose,
): string {
  const challenge = createToken()
  const until = String(now().getTime() + LIFETIME_S * 1000)
  const mac = computeChallengeMac(config.secretKey, purpose, challenge, until)
  setChallengeCookie(reply, `${challenge}.${until}.${mac}`, LIFETIME_S)
  return challenge
}

/** The challenge of this browser; throws PASSKEY_REFUSED without one for this purpose. */
export function readChallenge(
  { config, now }: ChallengeDeps,
  { cookies }: FastifyRequest,
  purpose: ChallengePurpose,
): { challenge: string; expiresAt: Date } {
  const [challenge = '', until = '', mac = ''] = (cookies[CHALLENGE_COOKIE] ?? '').split('.')
  const isOurs = secretKeysOf(config.secretKey).some((key) =>
    isSameText(mac, computeChallengeMac(key, purpose, challenge, until)),
  )
  if (!isOurs || !(Number(until) > now().getTime())) {
    throw new AppError('PASSKEY_REFUSED', { message: '等得太久了，请再试一次' })
  }
  return { challenge, expiresAt: new Date(Number(until)) }
}

/** Makes the challenge useless for a second answer, in the transaction of what it allows. */
export async function consumeChallenge(
  { now }: Pick<ConsoleDeps, 'now'>,
  tx: Query,
  reply: FastifyReply,
  { challenge, expiresAt }: { challenge: string; expiresAt: Date },
): Promise<void> {
  const challengeHash = hashToken(challenge)
  if (!(await useChallenge(tx, { challengeHash, now: now(), expiresAt }))) {
    throw new AppError('PASSKEY_REFUSED', { message: '这次验证已经用过，请再试一次' })
  }
  clearChallengeCookie(reply)
}

function computeChallengeMac(
  secretKey: string,
  { what, who }: ChallengePurpose,
  challenge: string,
  until: string,
): string {
  const key = derivePurposeKey(secretKey, 'console-challenge')
  return computeMac(key, what, who, challenge, until).toString('base64url')
}
