import type { api } from '#contract/api.ts'
import { accountAnswers } from './account-answers.ts'
import type { Answers } from './answer.ts'
import { rechargeAnswers } from './recharge-answers.ts'
import { siteAnswers } from './site-answers.ts'

/** The mock server's answer to every call. */
export const mockAnswers: { [Group in keyof typeof api]: Answers<(typeof api)[Group]> } = {
  account: accountAnswers,
  recharge: rechargeAnswers,
  site: siteAnswers,
}
