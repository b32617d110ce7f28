import { END_SIGNALS } from '../../scripts/end-with-parent.ts'

const interrupted = new AbortController()

/** Aborts when the measurements are told to end: what is under way fails, and takes down what it has put up. */
export const interruption: AbortSignal = interrupted.signal

export function heedSignals(): void {
  for (const signal of END_SIGNALS) {
    process.once(signal, () => interrupted.abort(new Error(`told to end by ${signal}`)))
  }
}

/** The work's outcome, unless the interruption comes first. */
export async function unlessInterrupted<T>(work: Promise<T>): Promise<T> {
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
