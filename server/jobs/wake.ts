const listeners = new Set<() => void>()

/** Wakes this process's workers. A hint: a worker that misses it finds the work at its next poll. */
export function wakeWorkers(): void {
  for (const listener of listeners) listener()
}

/** Returns a function that unsubscribes. */
export function onWake(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
