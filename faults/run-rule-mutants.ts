import { runProgram } from '../scripts/run-program.ts'
import type { DatabaseServer } from '#harness/database-server.ts'
import { RULE_MUTANTS, type RuleMutant } from './mutants/rule-mutants.ts'
import { copyWithMutant } from './mutants/mutate.ts'
import { printLine } from './rig/print.ts'

/** What the tests read besides the parts of the shop. */
const READ_BY_TESTS = [
  'web',
  'console',
  'sandbox',
  'harness',
  'tools',
  'scripts',
  'vitest.config.ts',
  'tsconfig.base.json',
  'tsconfig.node.json',
]
/** The end of a run in which tests failed, rather than could not be loaded. */
const FAILED_TESTS = /Tests\s.*\d+ failed/

/** Whether the tests of its rooms fail with the mutant's fault. */
export async function catchRuleMutant(database: DatabaseServer, name: string): Promise<boolean> {
  const mutant: RuleMutant = RULE_MUTANTS[name]!
  const startedAt = performance.now()
  await using copy = await copyWithMutant(name, mutant, READ_BY_TESTS)
  const { output } = await runProgram(
    'vitest',
    ['run', '--bail=1', '--retry=0', '--root', copy.root, ...mutant.tests],
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
