import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../run-program.ts'
import { type Finding, sumFindings } from './finding.ts'
import { runJourneys } from './journeys.ts'
import { runUnitTests } from './unit-tests.ts'
import { checkPaths } from './static-checks.ts'

/** Static checks and tests of some folders or files: unit tests, or journeys for those below e2e. */
export async function runRooms(paths: readonly string[]): Promise<Finding> {
  const lost = paths.filter((path) => !existsSync(join(ROOT, path)))
  if (lost.length > 0)
    return { passed: 0, failures: lost.map((path) => `no such path: ${path}`), flaky: [] }
  const journeys = paths.filter(isJourney)
  const tests = paths.filter((path) => !isJourney(path))
  const findings = await checkPaths(paths)
  if (tests.length > 0)
    findings.push(await runUnitTests('all', { given: ['--passWithNoTests', ...tests] }))
  if (journeys.length > 0) findings.push(await runJourneys('all', { given: journeys }))
  return sumFindings(findings)
}

function isJourney(path: string): boolean {
  return /^(\.\/)?e2e(\/|$)/.test(path)
}
