const PARENT_WATCH_MS = 500

/** By which a terminal, npm or a supervisor tells a program to end. */
export const END_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/** The shell between npm and this process dies of a signal that npm gets, without passing it on. */
export function endWithParent(): void {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
  }, PARENT_WATCH_MS)
  watch.unref()
  // one that came all the same is under way already: a second would cut it short
  for (const signal of END_SIGNALS) {
    process.once(signal, () => {
      clearInterval(watch)
      // so early that nobody hears it yet
      if (process.listenerCount(signal) === 0) process.kill(process.pid, signal)
    })
  }
}
