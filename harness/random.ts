/** Random numbers that repeat with the same seed. */
export interface Random {
  /** An integer; both ends are included. */
  between(low: number, high: number): number
  isIn(percent: number): boolean
  pick<Item>(items: readonly [Item, ...Item[]]): Item
  /** The same items in another order. */
  shuffle<Item>(items: readonly Item[]): Item[]
}

/** Mulberry32: small, and good enough to choose faults. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1))
  return {
    between,
    isIn: (percent) => next() * 100 < percent,
    pick: (items) => items[Math.floor(next() * items.length)] ?? items[0],
    shuffle(items) {
      const shuffled = [...items]
      for (let last = shuffled.length - 1; last > 0; last -= 1) {
        const other = between(0, last)
        ;[shuffled[last], shuffled[other]] = [shuffled[other]!, shuffled[last]!]
      }
      return shuffled
    },
  }
}
