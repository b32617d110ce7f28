import { readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import * as z from 'zod/mini'
import { ROOT } from './run.ts'
import { coverageOf, type ReportedTest } from './specification/coverage.ts'

const PAGE = join(ROOT, 'docs/specification-coverage.md')

/** Where the gate leaves what its tests said. */
export const VITEST_REPORT = join(ROOT, '.cache/vitest.json')
export const JOURNEYS_REPORT = join(ROOT, '.cache/journeys.json')

const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(z.object({ title: z.string(), status: z.string() })),
    }),
  ),
})

interface Suite {
  specs: { title: string; ok: boolean; file: string; tests: { status: string }[] }[]
  suites?: Suite[] | undefined
}
const suite: z.ZodMiniType<Suite> = z.object({
  specs: z.array(
    z.object({
      title: z.string(),
      ok: z.boolean(),
      file: z.string(),
      tests: z.array(z.object({ status: z.string() })),
    }),
  ),
  suites: z.optional(z.array(z.lazy(() => suite))),
})
const journeysReport = z.object({ suites: z.array(suite) })

/**
 * Compares the page with what the newest whole run of the tests said, or writes it. Returns what is
 * wrong: rows that nothing holds, keys that are none, a page out of date.
 */
export async function checkSpecification({ write }: { write: boolean }): Promise<string[]> {
  const { page, faults } = coverageOf([...(await vitestTests()), ...(await journeys())])
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

async function vitestTests(): Promise<ReportedTest[]> {
  const { testResults } = vitestReport.parse(await read(VITEST_REPORT))
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ title, status }) => ({
      file: relative(ROOT, name),
      name: title,
      hasPassed: status === 'passed',
    })),
  )
}

async function journeys(): Promise<ReportedTest[]> {
  const { suites } = journeysReport.parse(await read(JOURNEYS_REPORT))
  return suites.flatMap(testsOf)
}

function testsOf({ specs, suites = [] }: Suite): ReportedTest[] {
  const own = specs.map(({ title, ok, file, tests }) => ({
    file: `e2e/${file}`,
    name: title,
    // a skipped journey is ok too
    hasPassed: ok && tests.some(({ status }) => status === 'expected'),
  }))
  return [...own, ...suites.flatMap(testsOf)]
}

async function read(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, 'utf8'))
}

if (import.meta.main) {
  const faults = await checkSpecification({ write: process.argv.includes('--write') })
  for (const fault of faults) process.stderr.write(`${fault}\n`)
  process.exitCode = faults.length === 0 ? 0 : 1
}
