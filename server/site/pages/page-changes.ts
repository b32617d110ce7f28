const listeners = new Set<() => void>()

/** Makes this process look at once; other nodes look every few seconds. */
export function reportPageChange(): void {
  for (const listener of listeners) listener()
}

/** Returns a function that unsubscribes. */
export function onPageChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
