import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

export const DOWNLOAD_PLATFORMS = ['windows', 'macos', 'ios', 'android', 'web'] as const

export const downloadItem = z.object({
  platform: z.enum(DOWNLOAD_PLATFORMS),
  label: z.string(),
  url: z.string(),
  version: z.optional(z.string()),
})

/** The CSRF token of this visitor; sets the cookie `_csrf`. */
export const csrfToken = endpoint({
  method: 'GET',
  path: '/clients/web/csrf/token',
  session: 'optional',
  input: () => z.strictObject({}),
  output: () => z.object({ token: z.string() }),
})

/** The operator's settings of a type; the only type is the list of downloads. */
export const globalConfig = endpoint({
  method: 'GET',
  path: '/clients/web/global/config',
  session: 'optional',
  input: () => z.strictObject({ type: z.literal('download_url') }),
  output: () => z.object({ type: z.literal('download_url'), items: z.array(downloadItem) }),
})

/** Returns a proof-of-work challenge of the self-hosted captcha. */
export const captchaChallenge = endpoint({
  method: 'GET',
  path: '/clients/web/captcha/challenge',
  session: 'optional',
  input: () => z.strictObject({}),
  output: () => z.object({ challenge: z.looseObject({}) }),
})
