import type { LoadGenerator } from './programs.ts'

/** What a measurement is given. */
export interface Bench {
  generator: LoadGenerator
  /** That are counted. */
  rounds: number
  /** In the shop of `lists`. */
  orders?: number | undefined
  /** That `lighthouse` measures; empty: all. */
  pages: readonly string[]
}

type Work = Record<string, () => Promise<unknown>>

/** The results of all sides in all rounds, by the names of the sides. */
type Results<Sides extends Work> = { [Name in keyof Sides]: Awaited<ReturnType<Sides[Name]>>[] }

/**
 * Runs every side once a round, so that other load on the machine slows all of them alike.
 * The order changes with the rounds; one round before the first warms up and is not counted.
 */
export async function interleave<Sides extends Work>(
  rounds: number,
  sides: Sides,
): Promise<Results<Sides>> {
  const names = Object.keys(sides)
  const results: Record<string, unknown[]> = Object.fromEntries(names.map((name) => [name, []]))
  for (let round = 0; round <= rounds; round += 1) {
    for (let turn = 0; turn < names.length; turn += 1) {
      const name = names[(round + turn) % names.length]!
      const result = await sides[name]!()
      if (round > 0) results[name]!.push(result)
    }
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every side has had its turn
  return results as Results<Sides>
}

/** The middle value, or the upper of the two. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (middle === undefined) throw new Error('no values')
  return middle
}
