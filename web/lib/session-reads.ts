import { readSession } from './session.ts'

/** Whether the session has ended, once that is known: see `pauseSessionReads`. */
let hasEnded: Promise<boolean> = Promise.resolve(false)
let underWay = new AbortController()

/**
 * To be told of a call that ends this session, and answers what it does. What is being read of the
 * account is given up: it would be refused as expired, and a late refusal takes the cookies of a
 * session that has begun meanwhile. It is read after all where the call fails or another session goes on.
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

/** Reads something of the account by `read`, which gives up at the signal. */
export async function readInSession<T>(read: (signal: AbortSignal) => Promise<T>): Promise<T> {
  // the page is being left; where it stays, another session may have begun
  if ((await hasEnded) && readSession() === null) return new Promise(() => undefined)
  const { signal } = underWay
  const outcome = await read(signal)
  return signal.aborted ? readInSession(read) : outcome
}
