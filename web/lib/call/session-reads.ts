import { readSession } from '../session/session.ts'

/** Resolves to whether the session has ended: see `pauseSessionReads`. */
let hasEnded: Promise<boolean> = Promise.resolve(false)
let underWay = new AbortController()

/**
 * Pauses reads of the account while `ending` ends the session, and returns it. Reads in progress are
 * aborted: a late 401 would clear the cookies of a session that has begun meanwhile. They are repeated
 * when the call fails or another session continues.
 */
export function pauseSessionReads<T>(ending: Promise<T>): Promise<T> {
  hasEnded = ending.then(
    () => true,
    () => false,
  )
  underWay.abort()
  underWay = new AbortController()
  return ending
}

/** Runs `read`, which aborts at the signal and is repeated after a pause. */
export async function readInSession<T>(read: (signal: AbortSignal) => Promise<T>): Promise<T> {
  // never resolves: the page is being left
  if ((await hasEnded) && readSession() === null) return new Promise(() => undefined)
  const { signal } = underWay
  const outcome = await read(signal)
  return signal.aborted ? readInSession(read) : outcome
}
