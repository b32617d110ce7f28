import { runProgram } from '../run-program.ts'
import type { Finding } from './finding.ts'
import { findingOf, deleteReport, readTests, VITEST_REPORT } from './reports.ts'

interface Options {
  env?: Record<string, string>
  /** More arguments for Vitest. */
  given?: readonly string[]
}

/** All unit and integration tests. */
export async function runUnitTests({ env = {}, given = [] }: Options = {}): Promise<Finding> {
  await deleteReport(VITEST_REPORT)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${VITEST_REPORT}`]
  const { code } = await runProgram('vitest', ['run', ...reporters, ...given], {
    env,
    prefix: 'tests',
  })
  return findingOf('vitest', code, await readTests().catch(() => []))
}
