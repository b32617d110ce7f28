const PARENT_WATCH_MS = 500

/** Signals by which a terminal, npm or a supervisor stops a program. */
export const END_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/** Stops this process when its parent dies: the shell between npm and us does not pass signals on. */
export function endWithParent(): void {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
  }, PARENT_WATCH_MS)
  watch.unref()
  // a signal that did arrive is being handled: a second one would cut that short
  for (const signal of END_SIGNALS) {
    process.once(signal, () => {
      clearInterval(watch)
      // no handler is registered yet
      if (process.listenerCount(signal) === 0) process.kill(process.pid, signal)
    })
  }
}
