import { createChallenges } from '../../second-factor/challenges.ts'
import { CHALLENGE_COOKIE, clearChallengeCookie, setChallengeCookie } from '../cookies.ts'
import { operatorFactors } from '../../second-factor/factors.store.ts'

/** For each purpose `who` binds a challenge to an operator or an invitation. */
export const { issueChallenge, readChallenge, consumeChallenge } = createChallenges<
  'sign-in' | 'confirm' | 'add' | 'accept'
>({
  purpose: 'console-challenge',
  cookie: CHALLENGE_COOKIE,
  setCookie: setChallengeCookie,
  clearCookie: clearChallengeCookie,
  use: operatorFactors.useChallenge,
})
