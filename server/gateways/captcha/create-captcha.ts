import type { Config } from '../../config.ts'
import type { Query } from '../../db/sql.ts'
import { createAltcha, type AltchaWork } from './altcha.ts'
import type { Captcha } from './captcha.ts'
import { createSiteVerifiedCaptcha } from './site-verified-captcha.ts'

interface CaptchaParts {
  config: Pick<Config, 'captcha' | 'secretKey'>
  sql: Query
  /** Whether so much mail has been asked for that only hard puzzles count. */
  isUnderAttack: () => Promise<boolean>
  /** How much an easy puzzle costs; only tests choose. */
  work?: AltchaWork
}

export function createCaptcha({ config, sql, isUnderAttack, work }: CaptchaParts): Captcha {
  const { provider, secretKey } = config.captcha
  return provider === 'altcha'
    ? createAltcha({ secretKey: config.secretKey, sql, isUnderAttack, ...(work && { work }) })
    : createSiteVerifiedCaptcha(provider, secretKey)
}
