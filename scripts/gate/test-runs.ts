import { runProgram } from '../run-program.ts'
import type { Finding } from './finding.ts'
import {
  deleteReport,
  findingOf,
  JOURNEY_REPORTS,
  type JourneySet,
  readJourneys,
  readTests,
  type TestSet,
  VITEST_REPORTS,
} from './reports.ts'

interface Options {
  env?: Record<string, string>
  /** More arguments for Vitest or Playwright. */
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
      'server/applications/api',
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

/** Runs the main journeys, each on one screen, all other journeys, or both. */
export async function runJourneys(
  set: JourneySet,
  { env = {}, given = [] }: Options = {},
): Promise<Finding> {
  const report = JOURNEY_REPORTS[set]
  await deleteReport(report)
  const { code } = await runProgram('playwright', ['test', '--reporter=list,json', ...given], {
    env: { ...env, JOURNEYS: set, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    prefix: 'journeys',
  })
  return findingOf('playwright', code, await readJourneys(set).catch(() => []))
}
