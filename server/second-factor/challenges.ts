import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import type { Query } from '../db/sql.ts'
import { AppError } from '../http/app-error.ts'
import {
  computeMac,
  derivePurposeKey,
  isSameText,
  type KeyPurpose,
  secretKeysOf,
} from '../http/keys.ts'
import { createToken, hashToken } from '../http/sessions/session.ts'
import type { FactorStore } from './factors.store.ts'

/** How long a challenge can be answered. */
const CHALLENGE_S = 5 * 60

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

/** Where the challenges of operators, or of customers, are kept. */
export interface ChallengePlace {
  purpose: ChallengeKeys['purpose']
  /** Name of the cookie. */
  cookie: string
  setCookie: (reply: FastifyReply, value: string, seconds: number) => void
  clearCookie: (reply: FastifyReply) => void
  /** Marks a challenge as answered; false when it was before. */
  use: FactorStore['useChallenge']
}

export interface ChallengeDeps {
  config: Pick<Config, 'secretKey'>
  now: () => Date
}

export interface Challenges<What extends string> {
  /** Creates a challenge for a passkey and remembers it in a signed cookie. */
  issueChallenge: (
    deps: ChallengeDeps,
    reply: FastifyReply,
    subject: ChallengeSubject & { what: What },
  ) => string
  /** The challenge of this browser; throws PASSKEY_REFUSED without one for this subject. */
  readChallenge: (
    deps: ChallengeDeps,
    request: FastifyRequest,
    subject: ChallengeSubject & { what: What },
  ) => Challenge
  /**
   * Makes the challenge useless for a second answer, in the transaction of what it allows. Throws PASSKEY_REFUSED for
   * a second one.
   */
  consumeChallenge: (tx: Query, reply: FastifyReply, issued: Challenge) => Promise<void>
}

/** Challenges of one place, for these purposes. */
export function createChallenges<What extends string>(place: ChallengePlace): Challenges<What> {
  const keysOf = ({ config, now }: ChallengeDeps): ChallengeKeys => ({
    secretKey: config.secretKey,
    purpose: place.purpose,
    now: now(),
  })
  return {
    issueChallenge(deps, reply, subject) {
      const { challenge, cookie } = signChallenge(keysOf(deps), subject)
      place.setCookie(reply, cookie, CHALLENGE_S)
      return challenge
    },
    readChallenge: (deps, { cookies }, subject) =>
      openChallenge(keysOf(deps), subject, cookies[place.cookie]),
    async consumeChallenge(tx, reply, { challenge, expiresAt }) {
      const answered = { challengeHash: hashToken(challenge), expiresAt }
      if (!(await place.use(tx, answered))) {
        throw new AppError('PASSKEY_REFUSED', { message: '本次验证已使用，请重试' })
      }
      place.clearCookie(reply)
    },
  }
}

/**
 * Creates a challenge for a passkey and the value of the cookie that remembers it: nothing is stored before it is
 * answered, so strangers who begin leave no rows.
 */
function signChallenge(
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
function openChallenge(
  { secretKey, purpose, now }: ChallengeKeys,
  subject: ChallengeSubject,
  cookie: string | undefined,
): Challenge {
  const [challenge = '', until = '', mac = ''] = (cookie ?? '').split('.')
  const isOurs = secretKeysOf(secretKey).some((key) =>
    isSameText(mac, challengeMac({ secretKey: key, purpose }, subject, challenge, until)),
  )
  if (!isOurs || !(Number(until) > now.getTime())) {
    throw new AppError('PASSKEY_REFUSED', { message: '验证已超时，请重试' })
  }
  return { challenge, expiresAt: new Date(Number(until)) }
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
