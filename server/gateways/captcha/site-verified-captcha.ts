import * as z from 'zod/mini'
import { AppError } from '../../http/app-error.ts'
import type { Captcha } from './captcha.ts'

/** All three use one protocol: a form with secret, response and address; a JSON answer with `success`. */
const VERIFIERS = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  // recaptcha.net is also reachable from mainland China
  recaptcha: 'https://www.recaptcha.net/recaptcha/api/siteverify',
} as const

const TIMEOUT_MS = 3_000
const RETRY_S = 10

const answer = z.object({ success: z.boolean(), 'error-codes': z.optional(z.array(z.string())) })

/** Error codes that mean that our settings are wrong, not the visitor's solution. */
const SETTING_ERRORS = new Set([
  'missing-input-secret',
  'invalid-input-secret',
  'sitekey-secret-mismatch',
])

/** A captcha of an outside provider, which verifies each token and accepts it once. */
export function createSiteVerifiedCaptcha(
  provider: keyof typeof VERIFIERS,
  secret: string,
  verifier: string = VERIFIERS[provider],
): Captcha {
  return {
    challenge: async () => null,
    async verify(solution, ip) {
      const { success, 'error-codes': codes = [] } = await fetchVerdict(verifier, {
        secret,
        response: solution,
        remoteip: ip,
      })
      const fault = codes.find((code) => SETTING_ERRORS.has(code))
      if (fault !== undefined)
        throw dependencyDown(new Error(`${provider} refuses our settings: ${fault}`))
      return success
    },
  }
}

async function fetchVerdict(
  verifier: string,
  form: Record<string, string>,
): Promise<z.output<typeof answer>> {
  try {
    const response = await fetch(verifier, {
      method: 'POST',
      body: new URLSearchParams(form),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return answer.parse(await response.json())
  } catch (error) {
    throw dependencyDown(error)
  }
}

function dependencyDown(cause: unknown): AppError {
  return new AppError('DEPENDENCY_DOWN', { retryAfter: RETRY_S, cause })
}
