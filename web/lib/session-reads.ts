import { readSession } from './session.ts'

/** Whether one has logged out, once that is known: see `pauseSessionReads`. */
let isOut: Promise<boolean> = Promise.resolve(false)
let underWay = new AbortController()

/**
 * Gives up what is being read of an account that one is logging out of, so that nothing is told of a
 * session that one has ended oneself. It is read after all where `loggingOut` fails.
 */
export function pauseSessionReads(loggingOut: Promise<unknown>): void {
  isOut = loggingOut.then(
    () => true,
    () => false,
  )
  underWay.abort()
  underWay = new AbortController()
}

/** Reads something of the account by `read`, which gives up at the signal. */
export async function readInSession<T>(read: (signal: AbortSignal) => Promise<T>): Promise<T> {
  // the page is being left; where it stays all the same, somebody may have logged in again
  if ((await isOut) && readSession() === null) return new Promise(() => undefined)
  const { signal } = underWay
  const outcome = await read(signal)
  return signal.aborted ? readInSession(read) : outcome
}
