import * as account from './account.ts'
import * as recharge from './recharge.ts'
import { captchaChallenge, csrfToken, globalConfig } from './site.ts'

/** All calls, grouped by feature. */
export const api = {
  account,
  recharge,
  site: { csrfToken, globalConfig, captchaChallenge },
}
