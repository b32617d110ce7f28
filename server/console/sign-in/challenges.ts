import { createChallenges } from '../../second-factor/challenges.ts'
import { CHALLENGE_COOKIE, clearChallengeCookie, setChallengeCookie } from '../cookies.ts'
import { operatorFactors } from '../../second-factor/factors.store.ts'
import type { PasskeySite } from '../../second-factor/passkeys.ts'
import type { ConsoleDeps } from '../deps.ts'

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

/** The console as the site that its operators' passkeys belong to. */
export function passkeySite({
  settings,
  content,
  log,
}: Pick<ConsoleDeps, 'settings' | 'content' | 'log'>): PasskeySite {
  return { name: `${content.site.name} 控制台`, url: settings.url, log }
}
