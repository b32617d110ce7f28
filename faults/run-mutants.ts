import { type DatabaseServer, startDatabaseServer } from '#harness/database-server.ts'
import { type Mutant, MUTANTS } from './mutants/mutants.ts'
import { RULE_MUTANTS } from './mutants/rule-mutants.ts'
import { copyWithMutant } from './mutants/mutate.ts'
import { printLine } from './rig/print.ts'
import { forEachTwoAtATime } from './rig/two-at-a-time.ts'
import { runPhase } from './run-faults.ts'
import { catchRuleMutant } from './run-rule-mutants.ts'

export const MUTANT_NAMES = [...Object.keys(MUTANTS), ...Object.keys(RULE_MUTANTS)]

/** Runs each mutant (our own code with a fault in it); returns whether all were caught. */
export async function runMutants(names: readonly string[]): Promise<boolean> {
  const unknown = names.find((name) => !MUTANT_NAMES.includes(name))
  if (unknown !== undefined)
    throw new Error(`no mutant ${unknown}: there are ${MUTANT_NAMES.join(', ')}`)
  await using database = await startDatabaseServer()
  let missed = 0
  await forEachTwoAtATime(names, async (name) => {
    const mutant = MUTANTS[name]
    const isCaught = mutant
      ? await catchMutant(database, name, mutant)
      : await catchRuleMutant(database, name)
    if (!isCaught) missed += 1
  })
  return missed === 0
}

/** Whether the phase finds it, and by its own reason; a mutant that does not even start throws. */
async function catchMutant(
  database: DatabaseServer,
  name: string,
  mutant: Mutant,
): Promise<boolean> {
  const startedAt = performance.now()
  await using copy = await copyWithMutant(name, mutant)
  const findings = await runPhase({ database, name: mutant.phase, seed: 1, root: copy.root })
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
  const { finding = '' } = mutant
  const reason = findings.find((line) => line.startsWith(finding))
  const isCaught = reason !== undefined
  const text = reason ?? `not found, but ${findings[0] ?? 'nothing'}`
  printLine(`${isCaught ? '✓ caught' : '✗ MISSED'} ${name} ${seconds} s: ${text}`)
  return isCaught
}
