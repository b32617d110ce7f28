const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 3_600_000

/** Attempts of a job whose kind names no number; ten take about three and a half hours. */
export const DEFAULT_ATTEMPTS = 10

/**
 * How long a job waits after this failed attempt: 1 s, 4 s, 16 s … 1 h. The pause varies by a fifth, so that
 * jobs that failed together are not retried together.
 */
export function retryPauseMs(attempt: number): number {
  // oxlint-disable-next-line house/random-from-crypto -- spreads pauses, no secret
  return Math.round(usualPauseMs(attempt) * (0.8 + Math.random() * 0.4))
}

/** Attempts that a job needs so that it is not given up within `ms`. */
export function attemptsWithin(ms: number): number {
  let waitedMs = 0
  let attempts = 1
  for (; waitedMs < ms; attempts += 1) waitedMs += usualPauseMs(attempts)
  return attempts
}

function usualPauseMs(attempt: number): number {
  return Math.min(FIRST_PAUSE_MS * 4 ** (attempt - 1), LONGEST_PAUSE_MS)
}
