import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  listJourneys,
  listUnitTests,
  readJourneys,
  readTests,
  type TestOutcome,
} from '../gate/reports.ts'
import { ROOT } from '../run-program.ts'
import { findUncoveredRows, type NamedTest, renderCoveragePage } from './coverage.ts'

const PAGE = join(ROOT, 'docs/specification-coverage.md')
const STALE =
  'docs/specification-coverage.md is out of date: node scripts/specification/check-coverage.ts --write'

/** Compares the page with the titles of all tests: those of the newest `npm test`, of its rest, and those of all journeys. */
export async function checkSpecificationPage(): Promise<string[]> {
  const tests: NamedTest[] = [
    ...(await readMainTests()),
    ...(await listUnitTests('rest')),
    ...(await listJourneys()),
  ]
  const written = await readFile(PAGE, 'utf8').catch(() => '')
  return written === renderCoveragePage(tests) ? [] : [STALE]
}

/** Whether tests and journeys of the newest whole run hold every row. */
export async function proveSpecification(): Promise<string[]> {
  const tests = [...(await readMainTests()), ...(await readTests('rest'))]
  const journeys = [...(await readJourneys('main')), ...(await readJourneys('rest'))]
  return findUncoveredRows([...tests, ...journeys])
}

async function readMainTests(): Promise<TestOutcome[]> {
  return [...(await readTests('server')), ...(await readTests('web'))]
}

if (import.meta.main && process.argv.includes('--write')) {
  const tests = await Promise.all([listUnitTests('all'), listJourneys()])
  await writeFile(PAGE, renderCoveragePage(tests.flat()))
}
