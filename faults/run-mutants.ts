import { type DatabaseServer, startDatabaseServer } from '#harness/database-server.ts'
import { MUTANTS } from './mutants/mutants.ts'
import { RULE_MUTANTS, type RuleMutant } from './mutants/rule-mutants.ts'
import { copyWithMutant, type Mutant } from './mutants/mutate.ts'
import { printLine } from './rig/print.ts'
import { forEachAtOnce } from './rig/at-once.ts'
import { runPhase } from './run-faults.ts'
import { runProgram } from '../scripts/run-program.ts'

/** In turn one whose phase waits for processes and leases, and one whose tests keep a core busy. */
export const MUTANT_NAMES = takeTurns(Object.keys(MUTANTS), Object.keys(RULE_MUTANTS))

function takeTurns(some: readonly string[], others: readonly string[]): string[] {
  const length = Math.max(some.length, others.length)
  return Array.from({ length }, (_, at) => [some[at] ?? [], others[at] ?? []].flat()).flat()
}

/** Runs each mutant (our own code with a fault in it); returns whether all were caught. */
export async function runMutants(names: readonly string[]): Promise<boolean> {
  const unknown = names.find((name) => !MUTANT_NAMES.includes(name))
  if (unknown !== undefined)
    throw new Error(`no mutant ${unknown}: there are ${MUTANT_NAMES.join(', ')}`)
  await using database = await startDatabaseServer()
  let missed = 0
  await forEachAtOnce(3, names, async (name) => {
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

/** What the tests read besides the parts of the shop. */
const READ_BY_TESTS = [
  'web',
  'console',
  'sandbox',
  'harness',
  'scripts',
  'vitest.config.ts',
  'tsconfig.base.json',
  'tsconfig.node.json',
]
/** The end of a run in which tests failed, rather than could not be loaded. */
const FAILED_TESTS = /Tests\s.*\d+ failed/

/** Whether the tests of its file fail with the mutant's fault. */
async function catchRuleMutant(database: DatabaseServer, name: string): Promise<boolean> {
  const mutant: RuleMutant = RULE_MUTANTS[name]!
  const startedAt = performance.now()
  await using copy = await copyWithMutant(name, mutant, READ_BY_TESTS)
  const { output } = await runProgram(
    'vitest',
    ['run', '--bail=1', '--retry=0', '--root', copy.root, mutant.test],
    {
      isQuiet: true,
      env: { NO_COLOR: '1', TESTS: 'main', TEST_DATABASE_URL: database.url },
    },
  )
  const isCaught = FAILED_TESTS.test(output)
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
  printLine(
    `${isCaught ? '✓ caught' : '✗ MISSED'} ${name} ${seconds} s: ${firstFailure(output, isCaught)}`,
  )
  return isCaught
}

function firstFailure(output: string, isCaught: boolean): string {
  const failed = /FAIL\s+(.*)/.exec(output)?.[1]
  return isCaught ? (failed ?? '') : output.slice(-2_000)
}
