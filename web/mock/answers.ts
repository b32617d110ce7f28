import type * as allCalls from '#contract/all-calls.ts'
import { accountAnswers, personalDataAnswers } from './account-answers.ts'
import type { Answers } from './answer.ts'
import { apiKeysAnswers } from './api-keys-answers.ts'
import { noticesAnswers } from './notices-answers.ts'
import { loginNoticeAnswers } from './login-notice-answers.ts'
import { invoiceAnswers } from './invoice-answers.ts'
import { ledgerAnswers, rechargeAnswers } from './recharge-answers.ts'
import { remindersAnswers } from './reminders-answers.ts'
import { secondFactorAnswers } from './second-factor-answers.ts'
import { signOnAnswers } from './sign-on-answers.ts'
import { siteAnswers } from './site-answers.ts'
import { usageAnswers } from './usage-answers.ts'

/** The mock server's answer to every call. */
export const mockAnswers: {
  [Group in keyof typeof allCalls]: Answers<(typeof allCalls)[Group]>
} = {
  account: accountAnswers,
  apiKeys: apiKeysAnswers,
  invoices: invoiceAnswers,
  loginNotice: loginNoticeAnswers,
  ledger: ledgerAnswers,
  personalData: personalDataAnswers,
  recharge: rechargeAnswers,
  notices: noticesAnswers,
  reminders: remindersAnswers,
  secondFactor: secondFactorAnswers,
  signOn: signOnAnswers,
  site: siteAnswers,
  usage: usageAnswers,
}
