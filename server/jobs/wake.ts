const listeners = new Set<() => void>()

/** Rouses this process's workers. A hint: whoever misses it finds the work at the next poll. */
export function wakeWorkers(): void {
  for (const listener of listeners) listener()
}

/** Returns the way to stop listening. */
export function onWake(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
