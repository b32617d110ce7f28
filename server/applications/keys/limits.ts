import { defineLimits } from '../../http/limits/limit.ts'

const HOUR = 60 * 60

export const apiKeyLimits = defineLimits({
  /** API keys made by user. */
  createApiKey: { times: 20, seconds: HOUR },
})
