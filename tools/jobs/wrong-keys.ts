import { JobError } from './job-error.ts'

const LIMIT = 20
const WINDOW_MS = 60_000
const KEPT_ADDRESSES = 10_000

export interface WrongKeys {
  /** Throws RATE_LIMITED for an address that has sent too many wrong keys within a minute. */
  check(address: string): void
  count(address: string): void
}

/**
 * Counts wrong keys by address, so that nobody uses up what the shop lets this site ask; of the chat also requests that
 * ended before the first piece, by user.
 */
export function createWrongKeys(now: () => number = Date.now): WrongKeys {
  const counts = new Map<string, { wrong: number; until: number }>()
  const current = (address: string) => {
    const counted = counts.get(address)
    return counted && counted.until > now() ? counted : null
  }
  return {
    check(address) {
      const counted = current(address)
      if (counted === null || counted.wrong < LIMIT) return
      throw new JobError('RATE_LIMITED', { retryAfter: Math.ceil((counted.until - now()) / 1_000) })
    },
    count(address) {
      const counted = current(address) ?? { wrong: 0, until: now() + WINDOW_MS }
      counts.delete(address)
      counts.set(address, { ...counted, wrong: counted.wrong + 1 })
      if (counts.size > KEPT_ADDRESSES) counts.delete(counts.keys().next().value!)
    },
  }
}
