const REFUSALS_MAX = 10_000

/** Keys over their limit, kept in memory so that a flood of one visitor's calls does not reach the database. */
export function createRefusals() {
  const ends = new Map<string, number>()
  return {
    /** The end of the key's refusal, in milliseconds since 1970; null when it is not refused. */
    until(key: string): number | null {
      const end = ends.get(key)
      return end !== undefined && end > Date.now() ? end : null
    },
    /** Forgets the oldest beyond the maximum: the database still refuses it. */
    remember(key: string, end: number): void {
      ends.delete(key)
      ends.set(key, end)
      if (ends.size <= REFUSALS_MAX) return
      const [oldest] = ends.keys()
      ends.delete(oldest!)
    },
    forget(key: string): void {
      ends.delete(key)
    },
  }
}
