import type { Config } from '../../config/config.ts'
import type { Query } from '../../db/sql.ts'
import { createAltcha, type AltchaWork } from './altcha.ts'
import { createSiteVerifiedCaptcha } from './site-verified-captcha.ts'
import type { Captcha } from './captcha.ts'

interface CaptchaParts {
  config: Pick<Config, 'captcha' | 'secretKey'>
  sql: Query
  /** Whether so many mails were requested that only hard puzzles are accepted. */
  isUnderAttack: () => Promise<boolean>
  /** Work of an easy puzzle; only tests set it. */
  work?: AltchaWork
}

export function createCaptcha({ config, sql, isUnderAttack, work }: CaptchaParts): Captcha {
  const { provider, secretKey } = config.captcha
  return provider === 'altcha'
    ? createAltcha({ secretKey: config.secretKey, sql, isUnderAttack, ...(work && { work }) })
    : createSiteVerifiedCaptcha(provider, secretKey)
}
