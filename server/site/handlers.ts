import type { api } from '#contract/api.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { addressBuckets } from '../http/limits/address-keys.ts'
import type { Handlers } from '../http/serve.ts'
import { siteLimits } from './limits.ts'

/** Handlers of the API calls that need no account and no order. */
export function siteHandlers({ content, captcha, limits }: Deps): Handlers<typeof api.site> {
  return {
    csrfToken: async ({ request, reply }) => ({
      token: request.server.csrf.issue(request, reply),
    }),
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
