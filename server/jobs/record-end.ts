import { setTimeout as delay } from 'node:timers/promises'
import { DatabaseUnavailable } from '../db/sql.ts'

const PAUSE_MS = 1_000

/**
 * Stores how a piece of work ended. While the database is unavailable it tries again, so that work that was done does
 * not run once more only because a primary has died. After `forMs`, or when `stop` is aborted, the failure is thrown.
 */
export async function recordEnd<T>(
  store: () => Promise<T>,
  { forMs, stop }: { forMs: number; stop: AbortSignal },
): Promise<T> {
  for (const deadline = performance.now() + forMs; ;) {
    try {
      return await store()
    } catch (error) {
      const isLast = stop.aborted || performance.now() + PAUSE_MS > deadline
      if (isLast || !(error instanceof DatabaseUnavailable)) throw error
      // the last try comes at once when the process has to end
      await delay(PAUSE_MS, undefined, { signal: stop }).catch(() => {})
    }
  }
}

const LONGEST = 500

/** A failure as text of bounded length, stored beside the job. */
export function failureText(failure: unknown): string {
  const text = failure instanceof Error ? `${failure.name}: ${failure.message}` : String(failure)
  return text.replaceAll('\0', '').toWellFormed().slice(0, LONGEST).toWellFormed()
}
