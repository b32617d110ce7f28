const MANY = 10_000

/** Keys that are over their limit, so that a flood of one visitor's calls does not reach the database. */
export function createRefusals() {
  const ends = new Map<string, number>()
  return {
    /** Until when the key is refused, in milliseconds since 1970; null when it is not. */
    until(key: string): number | null {
      const end = ends.get(key)
      return end !== undefined && end > Date.now() ? end : null
    },
    /** The oldest go when there are too many: the database refuses those as well. */
    remember(key: string, end: number): void {
      ends.delete(key)
      ends.set(key, end)
      if (ends.size <= MANY) return
      const [oldest] = ends.keys()
      ends.delete(oldest!)
    },
    forget(key: string): void {
      ends.delete(key)
    },
  }
}
