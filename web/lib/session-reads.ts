/** Under way, or over with the page that is being left: see `pauseSessionReads`. */
let logOut: Promise<unknown> = Promise.resolve()
let underWay = new AbortController()

/**
 * Gives up what is being read of an account that one is logging out of, so that nothing is told of a
 * session that one has ended oneself. It is read after all where `loggingOut` fails.
 */
export function pauseSessionReads(loggingOut: Promise<unknown>): void {
  logOut = loggingOut.then(
    () => new Promise(() => undefined),
    () => undefined,
  )
  underWay.abort()
  underWay = new AbortController()
}

/** Reads something of the account by `read`, which gives up at the signal. */
export async function readInSession<T>(read: (signal: AbortSignal) => Promise<T>): Promise<T> {
  await logOut
  const { signal } = underWay
  const outcome = await read(signal)
  return signal.aborted ? readInSession(read) : outcome
}
