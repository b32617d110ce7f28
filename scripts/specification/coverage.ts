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

const HEAD = `# The original specification, row by row

Which files hold which row of sections 2 to 9; the test in them bears the row's key at the head of its title. What a row says of the client (●) is held by a journey in \`e2e/\`: by what a browser did or sent. \`npm test\` fails while this page is out of date: \`node scripts/specification/check-coverage.ts --write\` writes it from the titles, without running a test. \`npm run check\` fails when a row has no test that passed.`

/** The page in docs, from the titles of all tests. */
export function renderCoveragePage(
  tests: readonly NamedTest[],
  rows: readonly SpecificationRow[] = SPECIFICATION_ROWS,
): string {
  const files = filesByKey(tests)
  const sections = Map.groupBy(rows, ([key]) => key.slice(0, 2))
  const tables = [...sections].map(([section, own]) =>
    [
      `## ${section}`,
      '',
      '| Row | | What it says | Held by |',
      '| --- | --- | --- | --- |',
      ...own.map(([key, says, about]) => {
        const holders = [...(files.get(key) ?? [])].toSorted()
        const mark = about === 'client' ? '●' : ''
        return `| ${cell(key.slice(3))} | ${mark} | ${cell(says)} | ${holders.map(cell).join('<br>')} |`
      }),
    ].join('\n'),
  )
  return `${[HEAD, ...tables].join('\n\n')}\n`
}

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

function cell(text: string): string {
  return text.replaceAll('|', String.raw`\|`).replaceAll('<', '&lt;')
}
