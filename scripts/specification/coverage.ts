import { SPECIFICATION_ROWS, type SpecificationRow } from './rows.ts'

/** A test as a report has it. */
export interface ReportedTest {
  /** Relative to the repository. */
  file: string
  name: string
  hasPassed: boolean
}

export interface Coverage {
  /** The page in docs. */
  page: string
  /**
   * What is wrong; nothing when every row is held by a test, every row about the client by a journey,
   * and every key is one of a row.
   */
  faults: string[]
}

const HEAD = `# The original specification, row by row

Which test holds which row of sections 2 to 9. What a row says of the client (●) is held by a journey in \`e2e/\`: by what a browser did or sent. Made of the names of the tests that passed, by \`node scripts/spec-coverage.ts --write\`; the gate fails when a row has no such test or this page is out of date.`

/** Sets the rows against the tests that name them. */
export function coverageOf(
  tests: readonly ReportedTest[],
  rows: readonly SpecificationRow[] = SPECIFICATION_ROWS,
): Coverage {
  const faults: string[] = []
  const byKey = new Map<string, Set<string>>(rows.map(([key]) => [key, new Set()]))
  for (const { file, name, hasPassed } of tests) {
    for (const key of keysOf(name)) {
      const holders = byKey.get(key)
      if (holders === undefined) faults.push(`${file} names ${key}, which is no row`)
      else if (hasPassed) holders.add(`${wordsOf(name)} (${file})`)
    }
  }
  for (const [key, , about] of rows) {
    const holders = [...byKey.get(key)!]
    if (holders.length === 0) faults.push(`${key} is held by no test that passed`)
    else if (about === 'client' && !holders.some((holder) => holder.includes('(e2e/')))
      faults.push(`${key} is about the client, and held by no journey that passed`)
  }
  return { page: pageOf(rows, byKey), faults: [...new Set(faults)] }
}

/** `§4 source, §9 cookie path: …` names two rows. */
function keysOf(name: string): string[] {
  const head = /^(§[^:]+): /.exec(name)?.[1]
  return head === undefined ? [] : head.split(', ')
}

function wordsOf(name: string): string {
  return name.replace(/^§[^:]+: /, '')
}

function pageOf(
  rows: readonly SpecificationRow[],
  byKey: ReadonlyMap<string, ReadonlySet<string>>,
): string {
  const sections = Map.groupBy(rows, ([key]) => key.slice(0, 2))
  const tables = [...sections].map(([section, own]) =>
    [
      `## ${section}`,
      '',
      '| Row | | What it says | Tests |',
      '| --- | --- | --- | --- |',
      ...own.map(([key, says, about]) => {
        const holders = [...(byKey.get(key) ?? [])].toSorted()
        const mark = about === 'client' ? '●' : ''
        return `| ${cell(key.slice(3))} | ${mark} | ${cell(says)} | ${holders.map(cell).join('<br>')} |`
      }),
    ].join('\n'),
  )
  return `${[HEAD, ...tables].join('\n\n')}\n`
}

function cell(text: string): string {
  return text.replaceAll('|', String.raw`\|`).replaceAll('<', '&lt;')
}
