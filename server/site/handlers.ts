import type { api } from '#contract/api.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { addressBuckets } from '../http/limits/address-keys.ts'
import type { Handlers } from '../http/serve.ts'
import { CSRF_COOKIE, PRE_SESSION_COOKIE } from '../http/cookies.ts'
import { readTrafficSource } from '../http/traffic-source.ts'
import type { VisitCounter } from './visits/visit-counter.ts'
import { defineLimits } from '../http/limits/limit.ts'

const siteLimits = defineLimits({
  /** Captcha challenges made, by network address. */
  captchaIp: { times: 300, seconds: 10 * 60 },
})

/** Handlers of the API calls that need no account and no order. */
export function siteHandlers(
  { content, captcha, limits }: Deps,
  visits: VisitCounter,
): Handlers<typeof api.site> {
  return {
    async csrfToken({ request, reply }) {
      const { cookies, ip: address, headers } = request
      // Both end with the browser's session, and every page asks for the first: without them a visit begins.
      if (cookies[CSRF_COOKIE] === undefined && cookies[PRE_SESSION_COOKIE] === undefined) {
        const source = readTrafficSource(request)
        visits.count({ source, address, userAgent: headers['user-agent'] })
      }
      return { token: request.server.csrf.issue(request, reply) }
    },
    globalConfig: async ({ input }) => ({ type: input.type, items: content.site.downloads }),
    async captchaChallenge({ request }) {
      await limits.consumeAll(addressBuckets(siteLimits.captchaIp, request.ip))
      const challenge = await captcha.challenge()
      // the widget of an outside provider loads its own puzzle
      if (challenge === null) throw new AppError('NOT_FOUND')
      return { challenge: { ...challenge } }
    },
  }
}
