import { runProgram } from '../run-program.ts'
import type { Finding } from './finding.ts'
import { findingOf, deleteReport, readTests, type TestSet, VITEST_REPORTS } from './reports.ts'

interface Options {
  env?: Record<string, string>
  /** More arguments for Vitest. */
  given?: readonly string[]
}

/** What `vitest.config.ts` and Vitest have to know of each set. */
const SETS: Record<TestSet, { part: 'main' | 'rest' | 'all'; words: string[] }> = {
  server: { part: 'main', words: ['--project', 'server'] },
  web: { part: 'main', words: ['--project', 'web'] },
  rest: { part: 'rest', words: ['--project', 'server'] },
  partitions: {
    part: 'all',
    words: [
      '--project',
      'server',
      'server/credit',
      'server/applications',
      'server/recharge/refunds',
    ],
  },
  all: { part: 'all', words: [] },
}

/** Runs one set of the unit and integration tests. */
export async function runUnitTests(
  set: TestSet,
  { env = {}, given = [] }: Options = {},
): Promise<Finding> {
  const report = VITEST_REPORTS[set]
  const { part, words } = SETS[set]
  await deleteReport(report)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { code } = await runProgram('vitest', ['run', ...reporters, ...words, ...given], {
    env: { ...env, TESTS: part },
    prefix: set === 'web' ? 'web' : 'tests',
  })
  return findingOf('vitest', code, await readTests(set).catch(() => []))
}
