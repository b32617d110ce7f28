import { runProgram } from '../run-program.ts'
import type { Finding } from './finding.ts'
import { findingOf, deleteReport, JOURNEY_REPORTS, type Part, readJourneys } from './reports.ts'

interface Options {
  env?: Record<string, string>
  /** More arguments for Playwright. */
  given?: readonly string[]
}

/** The main journeys, each on one screen, all others, or both. */
export async function runJourneys(
  part: Part,
  { env = {}, given = [] }: Options = {},
): Promise<Finding> {
  const report = JOURNEY_REPORTS[part]
  await deleteReport(report)
  const { code } = await runProgram('playwright', ['test', '--reporter=list,json', ...given], {
    env: { ...env, JOURNEYS: part, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    prefix: 'journeys',
  })
  return findingOf('playwright', code, await readJourneys(part).catch(() => []))
}
