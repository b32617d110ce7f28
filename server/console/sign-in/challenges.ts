import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Query } from '../../db/sql.ts'
import { hashToken } from '../../http/sessions/session.ts'
import {
  type Challenge,
  CHALLENGE_S,
  type ChallengeKeys,
  type ChallengeSubject,
  openChallenge,
  signChallenge,
  usedChallengeError,
} from '../../second-factor/challenges.ts'
import { CHALLENGE_COOKIE, clearChallengeCookie, setChallengeCookie } from '../cookies.ts'
import type { ConsoleDeps } from '../deps.ts'
import { useChallenge } from './challenges.store.ts'

/** What a challenge is good for; `who` binds it to an operator or an invitation. */
interface ChallengePurpose extends ChallengeSubject {
  what: 'sign-in' | 'confirm' | 'add' | 'accept'
}

type ChallengeDeps = Pick<ConsoleDeps, 'config' | 'now'>

/** Creates a challenge for a passkey and remembers it in a signed cookie. */
export function issueChallenge(
  deps: ChallengeDeps,
  reply: FastifyReply,
  purpose: ChallengePurpose,
): string {
  const { challenge, cookie } = signChallenge(keysOf(deps), purpose)
  setChallengeCookie(reply, cookie, CHALLENGE_S)
  return challenge
}

/** The challenge of this browser; throws PASSKEY_REFUSED without one for this purpose. */
export function readChallenge(
  deps: ChallengeDeps,
  { cookies }: FastifyRequest,
  purpose: ChallengePurpose,
): Challenge {
  return openChallenge(keysOf(deps), purpose, cookies[CHALLENGE_COOKIE])
}

/** Makes the challenge useless for a second answer, in the transaction of what it allows. */
export async function consumeChallenge(
  { now }: Pick<ConsoleDeps, 'now'>,
  tx: Query,
  reply: FastifyReply,
  { challenge, expiresAt }: Challenge,
): Promise<void> {
  const challengeHash = hashToken(challenge)
  if (!(await useChallenge(tx, { challengeHash, now: now(), expiresAt }))) {
    throw usedChallengeError()
  }
  clearChallengeCookie(reply)
}

function keysOf({ config, now }: ChallengeDeps): ChallengeKeys {
  return { secretKey: config.secretKey, purpose: 'console-challenge', now: now() }
}
