import { type Mutant, MUTANTS } from './mutants/mutants.ts'
import { mutate } from './mutants/mutate.ts'
import { type MortalDatabase, startMortalDatabase } from './rig/database.ts'
import { inPairs } from './rig/pairs.ts'
import { say } from './rig/say.ts'
import { runPhase } from './run-faults.ts'

/** Runs our own code with a fault in it; returns whether the check found each of them. */
export async function tryMutants(names: readonly string[]): Promise<boolean> {
  const mutants = names.map((name): [string, Mutant] => {
    const mutant = MUTANTS[name]
    if (!mutant) throw new Error(`no mutant ${name}: there are ${Object.keys(MUTANTS).join(', ')}`)
    return [name, mutant]
  })
  await using database = await startMortalDatabase()
  let missed = 0
  await inPairs(mutants, async ([name, mutant]) => {
    if (!(await isCaught(database, name, mutant))) missed += 1
  })
  return missed === 0
}

/** Only what the check finds counts: a mutant that does not even start is no proof of anything. */
async function isCaught(database: MortalDatabase, name: string, mutant: Mutant): Promise<boolean> {
  const startedAt = performance.now()
  await using copy = await mutate(name, mutant)
  const faults = await runPhase({ database, name: mutant.phase, seed: 1, root: copy.root })
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
  const [first = 'nothing was found'] = faults
  say(`${faults.length > 0 ? '✓ caught' : '✗ MISSED'} ${name} ${seconds} s: ${first}`)
  return faults.length > 0
}
