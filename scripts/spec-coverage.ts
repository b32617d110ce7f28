import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readJourneys, readTests } from './reports.ts'
import { ROOT } from './run.ts'
import { coverageOf } from './specification/coverage.ts'

const PAGE = join(ROOT, 'docs/specification-coverage.md')

/**
 * Compares the page with what the newest whole run of the tests said, or writes it. Returns what is
 * wrong: rows that nothing holds, keys that are none, a page out of date.
 */
export async function checkSpecification({ write }: { write: boolean }): Promise<string[]> {
  const { page, faults } = coverageOf([...(await readTests()), ...(await readJourneys())])
  if (write) {
    await writeFile(PAGE, page)
    return faults
  }
  const written = await readFile(PAGE, 'utf8').catch(() => '')
  const isStale = written !== page
  const hint =
    'docs/specification-coverage.md is out of date: node scripts/spec-coverage.ts --write'
  return isStale ? [...faults, hint] : faults
}

if (import.meta.main) {
  const faults = await checkSpecification({ write: process.argv.includes('--write') })
  for (const fault of faults) process.stderr.write(`${fault}\n`)
  process.exitCode = faults.length === 0 ? 0 : 1
}
