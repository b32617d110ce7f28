import * as z from 'zod/mini'
import { downloadItem } from './downloads.ts'
import { endpoint } from './endpoint.ts'

/** The CSRF token of this visitor; sets the cookie `_csrf`. */
export const csrfToken = endpoint({
  method: 'GET',
  path: '/clients/web/csrf/token',
  session: 'optional',
  input: () => z.object({}),
  output: () => z.object({ token: z.string() }),
})

/** The operator's settings of a type; the only type is the list of downloads. */
export const globalConfig = endpoint({
  method: 'GET',
  path: '/clients/web/global/config',
  session: 'optional',
  input: () => z.object({ type: z.literal('download_url') }),
  output: () => z.object({ type: z.literal('download_url'), items: z.array(downloadItem) }),
})

/** Returns a proof-of-work challenge of the self-hosted captcha. */
export const captchaChallenge = endpoint({
  method: 'GET',
  path: '/clients/web/captcha/challenge',
  session: 'optional',
  input: () => z.object({}),
  output: () => z.object({ challenge: z.looseObject({}) }),
})
