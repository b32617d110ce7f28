import { END_SIGNALS } from '../../scripts/end-with-parent.ts'

const interrupted = new AbortController()

/** Aborts at SIGINT, SIGTERM or SIGHUP: the running measurement then fails and stops its processes. */
export const interruption: AbortSignal = interrupted.signal

export function abortOnSignals(): void {
  for (const signal of END_SIGNALS) {
    process.once(signal, () => interrupted.abort(new Error(`ended by ${signal}`)))
  }
}

/** Resolves with the work's result; rejects when the interruption comes first. */
export async function untilInterrupted<T>(work: Promise<T>): Promise<T> {
  interruption.throwIfAborted()
  const { promise, reject } = Promise.withResolvers<never>()
  const end = () => reject(interruption.reason)
  interruption.addEventListener('abort', end, { once: true })
  try {
    return await Promise.race([work, promise])
  } finally {
    interruption.removeEventListener('abort', end)
  }
}
