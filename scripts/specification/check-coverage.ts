import { readJourneys, readTests } from '../gate/reports.ts'
import { findUncoveredRows } from './coverage.ts'

/** Whether tests and journeys of the newest whole run hold every row of the original specification. */
export async function proveSpecification(): Promise<string[]> {
  const tests = await Promise.all([readTests('server'), readTests('web'), readTests('rest')])
  const journeys = await Promise.all([readJourneys('main'), readJourneys('rest')])
  return findUncoveredRows([...tests, ...journeys].flat())
}
