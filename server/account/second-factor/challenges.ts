import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Query } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import { clearChallengeCookie, CHALLENGE_COOKIE, setChallengeCookie } from '../../http/cookies.ts'
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
import { useChallenge } from './factors.store.ts'

/** What a challenge is good for; `who` is the user's id. */
export interface ChallengePurpose extends ChallengeSubject {
  what: 'login' | 'prove' | 'add'
}

type ChallengeDeps = Pick<Deps, 'config' | 'now'>

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
  tx: Query,
  reply: FastifyReply,
  { challenge, expiresAt }: Challenge,
): Promise<void> {
  const isFirst = await useChallenge(tx, { challengeHash: hashToken(challenge), expiresAt })
  if (!isFirst) throw usedChallengeError()
  clearChallengeCookie(reply)
}

function keysOf({ config, now }: ChallengeDeps): ChallengeKeys {
  return { secretKey: config.secretKey, purpose: 'customer-challenge', now: now() }
}
