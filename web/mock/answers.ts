import type * as allCalls from '#contract/all-calls.ts'
import type { Reminders } from '#contract/account/reminders.ts'
import { accountAnswers, personalDataAnswers } from './account-answers.ts'
import type { Answers } from './answer.ts'
import { apiKeysAnswers } from './api-keys-answers.ts'
import { invoiceAnswers } from './invoice-answers.ts'
import { ledgerAnswers, rechargeAnswers } from './recharge-answers.ts'
import { refundAnswers } from './refund-answers.ts'
import { secondFactorAnswers } from './second-factor-answers.ts'
import { siteAnswers } from './site-answers.ts'
import { clearMockLogin } from './cookies.ts'
import { usageAnswers } from './usage-answers.ts'

const noNotice = { notice: null, others: 0 }
/** These settings last as long as the document. */
let reminders: Reminders = { lowCredit: null, expiringDays: null }

/** The mock server's answer to every call. */
export const mockAnswers: {
  [Group in keyof typeof allCalls]: Answers<(typeof allCalls)[Group]>
} = {
  account: accountAnswers,
  apiKeys: apiKeysAnswers,
  invoices: invoiceAnswers,
  loginNotice: {
    refuseLogin() {
      clearMockLogin()
      return { mailedTo: 'l***@example.com' }
    },
  },
  ledger: ledgerAnswers,
  personalData: personalDataAnswers,
  recharge: rechargeAnswers,
  // no document of the mock says that there are notices
  notices: { readNotice: () => noNotice, dismissNotice: () => noNotice },
  refundRequests: refundAnswers,
  reminders: { readReminders: () => reminders, saveReminders: (given) => (reminders = given) },
  secondFactor: secondFactorAnswers,
  signOn: { waitingSignOn: () => ({ applicationName: 'AI 工具', needsPassword: false }) },
  site: siteAnswers,
  usage: usageAnswers,
}
