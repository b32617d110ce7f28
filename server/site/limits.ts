import { defineLimits } from '../http/limits/limit.ts'

export const siteLimits = defineLimits({
  /** Captcha challenges made, by network address. */
  captchaIp: { times: 300, seconds: 10 * 60 },
})
