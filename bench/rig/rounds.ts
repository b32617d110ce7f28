import { interruption } from './interruption.ts'

type Work = Record<string, () => Promise<unknown>>

/** The results of all sides in one round, by their names. */
type Round<Sides extends Work> = { [Name in keyof Sides]: Awaited<ReturnType<Sides[Name]>> }

/**
 * Runs every side once a round, so that other load on the machine slows all of them alike.
 * The order changes with the rounds; one round before the first warms up and is not counted.
 */
export async function interleave<Sides extends Work>(
  rounds: number,
  sides: Sides,
): Promise<Round<Sides>[]> {
  const names = Object.keys(sides)
  const outcomes: Round<Sides>[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const outcome: Record<string, unknown> = {}
    for (let turn = 0; turn < names.length; turn += 1) {
      interruption.throwIfAborted()
      const name = names[(round + turn) % names.length]!
      outcome[name] = await sides[name]!()
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every side has had its turn
    if (round > 0) outcomes.push(outcome as Round<Sides>)
  }
  return outcomes
}

/** The middle value, or the upper of the two. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (middle === undefined) throw new Error('no values')
  return middle
}
