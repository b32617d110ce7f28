import { defineLimits } from '../../http/limits/limit.ts'

const HOUR = 60 * 60
const DAY = 24 * HOUR

export const apiKeyLimits = defineLimits({
  /** API keys made by user. */
  createApiKey: { times: 20, seconds: HOUR },
  /** Mails about new keys and grants by user: the first of a day tells the owner, the others are noise. */
  accessNotice: { times: 10, seconds: DAY },
})
