import { MUTANTS } from './mutants/mutants.ts'
import { mutate } from './mutants/mutate.ts'
import { startMortalDatabase } from './rig/database.ts'
import { say } from './rig/say.ts'
import { runPhase } from './run-faults.ts'

/** Runs our own code with a fault in it; returns whether the check found each of them. */
export async function tryMutants(names: readonly string[]): Promise<boolean> {
  await using database = await startMortalDatabase()
  let missed = 0
  for (const name of names) {
    const mutant = MUTANTS[name]
    if (!mutant) throw new Error(`no mutant ${name}: there are ${Object.keys(MUTANTS).join(', ')}`)
    const startedAt = performance.now()
    await using copy = await mutate(name, mutant)
    const faults = await runPhase({ database, name: mutant.phase, seed: 1, root: copy.root })
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
    const [first = 'nothing was found'] = faults
    say(`${faults.length > 0 ? '✓ caught' : '✗ MISSED'} ${name} ${seconds} s: ${first}`)
    if (faults.length === 0) missed += 1
  }
  return missed === 0
}
