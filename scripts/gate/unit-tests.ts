import { runProgram } from '../run-program.ts'
import type { Finding } from './finding.ts'
import { findingOf, deleteReport, type Part, readTests, VITEST_REPORTS } from './reports.ts'

interface Options {
  env?: Record<string, string>
  /** More arguments for Vitest. */
  given?: readonly string[]
}

/** Unit and integration tests: those of `npm test`, the long ones in `*.long.test.ts`, or both. */
export async function runUnitTests(
  part: Part,
  { env = {}, given = [] }: Options = {},
): Promise<Finding> {
  const report = VITEST_REPORTS[part]
  await deleteReport(report)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { code } = await runProgram('vitest', ['run', ...reporters, ...given], {
    env: { ...env, TESTS: part },
    prefix: 'tests',
  })
  return findingOf('vitest', code, await readTests(part).catch(() => []))
}
