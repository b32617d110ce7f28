import { ApiError } from './api-error.ts'

const MOST_FAILURES = 20
const WINDOW_MS = 60_000
const KEPT_NAMES = 10_000

/** Counts failures by an address or a user, and refuses one that has had too many within a minute. */
export function createFailureLimit(now: () => number = Date.now) {
  const counts = new Map<string, { failures: number; until: number }>()
  const current = (name: string) => {
    const counted = counts.get(name)
    return counted && counted.until > now() ? counted : null
  }
  return {
    /** Throws rate_limit_exceeded. */
    check(name: string): void {
      const counted = current(name)
      if (counted === null || counted.failures < MOST_FAILURES) return
      const retryAfter = Math.ceil((counted.until - now()) / 1_000)
      throw new ApiError('rate_limit_exceeded', { retryAfter })
    },
    count(name: string): void {
      const { failures, until } = current(name) ?? { failures: 0, until: now() + WINDOW_MS }
      counts.delete(name)
      counts.set(name, { failures: failures + 1, until })
      if (counts.size > KEPT_NAMES) counts.delete(counts.keys().next().value!)
    },
  }
}
