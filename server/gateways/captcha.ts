import type { Config } from '../config.ts'
import type { Query } from '../db/sql.ts'
import { altcha, type AltchaWork } from './altcha.ts'
import { siteVerifiedCaptcha } from './site-verified-captcha.ts'

/** Tells people from programs before mail is sent. Every solution serves once; in doubt the answer is no. */
export interface Captcha {
  /** A puzzle for the browser; null where the provider hands out its own. */
  challenge(): Promise<object | null>
  /** False for a wrong, stale or used solution; throws DEPENDENCY_DOWN when the provider cannot be asked. */
  verify(solution: string, ip: string): Promise<boolean>
}

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
    ? altcha({ secretKey: config.secretKey, sql, isUnderAttack, ...(work && { work }) })
    : siteVerifiedCaptcha(provider, secretKey)
}
