/** Random numbers that are the same at every run: mulberry32. */
export interface Chance {
  /** Between 0 and 1. */
  share(): number
  /** A whole number, both ends included. */
  between(least: number, most: number): number
  /** One of these, by their weights. */
  pick<T>(weighted: readonly (readonly [T, number])[]): T
  /** The one for this turn: every few turns have their share of each. */
  pickInTurn<T>(weighted: readonly (readonly [T, number])[], turn: number): T
}

export function createChance(seed: number): Chance {
  let state = seed
  function share(): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    share,
    between: (least, most) => least + Math.floor(share() * (most - least + 1)),
    pick: (weighted) => pickAt(weighted, share()),
    pickInTurn: (weighted, turn) => pickAt(weighted, ((turn + 1) * GOLDEN_RATIO) % 1),
  }
}

const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2

function pickAt<T>(weighted: readonly (readonly [T, number])[], place: number): T {
  let left = place * weighted.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [thing, weight] of weighted) {
    left -= weight
    if (left < 0) return thing
  }
  return weighted.at(-1)![0]
}
