import { SPECIFICATION_ROWS, type SpecificationRow } from './rows.ts'

export interface NamedTest {
  /** Relative to the repository. */
  file: string
  name: string
}

/** A test as a report has it. */
export interface ReportedTest extends NamedTest {
  hasPassed: boolean
}

const JOURNEYS = 'e2e/'

/**
 * What is wrong: rows without a test that passed, rows about the client without a journey that passed,
 * and keys that are no row.
 */
export function findUncoveredRows(
  tests: readonly ReportedTest[],
  rows: readonly SpecificationRow[] = SPECIFICATION_ROWS,
): string[] {
  const known = new Set(rows.map(([key]) => key))
  const files = filesByKey(tests.filter(({ hasPassed }) => hasPassed))
  const unknown = tests.flatMap(({ file, name }) =>
    keysOf(name)
      .filter((key) => !known.has(key))
      .map((key) => `${file} names ${key}, which is no row`),
  )
  const uncovered = rows.flatMap(([key, , about]) => {
    const holders = [...(files.get(key) ?? [])]
    if (holders.length === 0) return [`${key} is held by no test that passed`]
    const isHeld = about !== 'client' || holders.some((file) => file.startsWith(JOURNEYS))
    return isHeld ? [] : [`${key} is about the client, and held by no journey that passed`]
  })
  return [...new Set([...unknown, ...uncovered])]
}

function filesByKey(tests: readonly NamedTest[]): Map<string, Set<string>> {
  const files = new Map<string, Set<string>>()
  for (const { file, name } of tests) {
    for (const key of keysOf(name)) files.set(key, (files.get(key) ?? new Set()).add(file))
  }
  return files
}

/** `§4 source, §9 cookie path: …` names two rows. */
function keysOf(name: string): string[] {
  const head = /^(§[^:]+): /.exec(name)?.[1]
  return head === undefined ? [] : head.split(', ')
}
