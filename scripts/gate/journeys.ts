import { runProgram } from '../run-program.ts'
import type { Finding } from './finding.ts'
import {
  findingOf,
  deleteReport,
  type JourneySet,
  JOURNEY_REPORTS,
  readJourneys,
} from './reports.ts'

interface Options {
  env?: Record<string, string>
  /** More arguments for Playwright. */
  given?: readonly string[]
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
