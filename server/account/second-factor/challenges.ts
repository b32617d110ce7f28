import { CHALLENGE_COOKIE, clearChallengeCookie, setChallengeCookie } from '../../http/cookies.ts'
import { createChallenges } from '../../second-factor/challenges.ts'
import { customerFactors } from '../../second-factor/factors.store.ts'

/** What a challenge is good for; `who` is the user's id. */
export type ChallengePurpose = 'login' | 'prove' | 'add'

export const { issueChallenge, readChallenge, consumeChallenge } =
  createChallenges<ChallengePurpose>({
    purpose: 'customer-challenge',
    cookie: CHALLENGE_COOKIE,
    setCookie: setChallengeCookie,
    clearCookie: clearChallengeCookie,
    use: customerFactors.useChallenge,
  })
