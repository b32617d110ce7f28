/** Another worker holds the work now, so the result of this one must not count. */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
}

/**
 * Runs `work` while renewing its lease at a third of its length. The signal is aborted when the
 * lease is lost or `stop` is aborted; work that does not heed it is left behind.
 */
export async function runUnderLease(
  work: (signal: AbortSignal) => Promise<void>,
  { leaseMs, extend, stop }: { leaseMs: number; extend: () => Promise<boolean>; stop: AbortSignal },
): Promise<void> {
  const lost = new AbortController()
  let keptUntil = performance.now() + leaseMs
  const renewal = setInterval(() => {
    void renew()
  }, leaseMs / 3)

  async function renew(): Promise<void> {
    const asked = performance.now()
    try {
      if (await extend()) keptUntil = asked + leaseMs
      else lost.abort(new LeaseLost('lease lost'))
    } catch {
      // The database may come back before the lease ends.
      if (performance.now() > keptUntil) lost.abort(new LeaseLost('lease ran out'))
    }
  }

  const signal = AbortSignal.any([lost.signal, stop])
  try {
    await Promise.race([work(signal), rejection(signal)])
  } finally {
    clearInterval(renewal)
  }
}

function rejection(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
