import * as apiKeys from '#contract/account/api-keys.ts'
import { readSecondFactor } from '#contract/account/second-factor.ts'
import { api } from '#contract/api.ts'
import { answer } from './network.ts'
import { sampleUser } from './samples.ts'

/** The sample user has so much credit, which does not expire. */
export function answerProfile(balance = 0) {
  const credit = { balance, held: 0, expiring: [] }
  return answer(api.account.profile, { user: sampleUser, credit, lastLogin: null })
}

/** What 账户资料 loads, for a user without sessions, second factor, applications and keys. */
export function answerEditPage(): void {
  answerProfile()
  answer(api.account.sessions, { list: [] })
  answer(readSecondFactor, { since: null, passkeys: [], totp: null, recoveryCodesLeft: 0 })
  answer(apiKeys.applicationList, { list: [] })
  answer(apiKeys.apiKeyList, { list: [] })
}
