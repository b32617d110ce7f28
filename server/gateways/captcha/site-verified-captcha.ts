import * as z from 'zod/mini'
import { AppError } from '../../http/app-error.ts'
import type { Captcha } from './captcha.ts'

/** The three speak one protocol: a form with secret, response and address; a JSON answer with `success`. */
const VERIFIERS = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  // recaptcha.net is the name that also answers in mainland China
  recaptcha: 'https://www.recaptcha.net/recaptcha/api/siteverify',
} as const

const TIMEOUT_MS = 3_000
const RETRY_S = 10

const answer = z.object({ success: z.boolean(), 'error-codes': z.optional(z.array(z.string())) })

/** Codes that say our own settings are wrong, whatever the visitor did. */
const OUR_FAULT = new Set([
  'missing-input-secret',
  'invalid-input-secret',
  'sitekey-secret-mismatch',
])

/** A captcha of an outside provider: its token is checked by asking it, and it sees to it that one serves once. */
export function createSiteVerifiedCaptcha(
  provider: keyof typeof VERIFIERS,
  secret: string,
  verifier: string = VERIFIERS[provider],
): Captcha {
  return {
    challenge: async () => null,
    async verify(solution, ip) {
      const { success, 'error-codes': codes = [] } = await ask(verifier, {
        secret,
        response: solution,
        remoteip: ip,
      })
      const fault = codes.find((code) => OUR_FAULT.has(code))
      if (fault !== undefined) throw down(new Error(`${provider} refuses our settings: ${fault}`))
      return success
    },
  }
}

async function ask(
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
    throw down(error)
  }
}

function down(cause: unknown): AppError {
  return new AppError('DEPENDENCY_DOWN', { retryAfter: RETRY_S, cause })
}
