import { defineLimits } from '../../http/limits/limit.ts'

const HOUR = 60 * 60

export const usageLimits = defineLimits({
  /** CSV files by user. */
  usageCsv: { times: 30, seconds: HOUR },
})
