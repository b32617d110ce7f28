import { readFile, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import * as z from 'zod/mini'
import { ROOT } from '../run-program.ts'
import type { Finding } from './finding.ts'
import type { ReportedTest } from '../specification/coverage.ts'

/** Reports that the gate's test runs write. */
export const VITEST_REPORTS = {
  server: join(ROOT, '.cache/vitest-server.json'),
  web: join(ROOT, '.cache/vitest-web.json'),
  rest: join(ROOT, '.cache/vitest-rest.json'),
  partitions: join(ROOT, '.cache/vitest-partitions.json'),
  all: join(ROOT, '.cache/vitest-all.json'),
}
export const JOURNEY_REPORTS = {
  main: join(ROOT, '.cache/journeys-main.json'),
  rest: join(ROOT, '.cache/journeys-rest.json'),
  all: join(ROOT, '.cache/journeys-all.json'),
}
/**
 * `npm test` runs `server` and `web`; `rest` are the long tests; `partitions` are those of credit on hash partitions; `all` is
 * everything.
 */
export type TestSet = keyof typeof VITEST_REPORTS
/** `npm test` runs `main`, the gate beside it `rest`; `all` is both. */
export type JourneySet = keyof typeof JOURNEY_REPORTS

/** Lines of a failure in the summary; the output has all of them. */
const LINES_OF_FAILURE = 14

export interface TestOutcome extends ReportedTest {
  /** What went wrong; null for a test that passed or was skipped. */
  failure: string | null
  /** Passed at its second try. */
  isFlaky?: boolean
}

/** Deletes the last run's report, so that a run that crashes is not mistaken for it. */
export async function deleteReport(file: string): Promise<void> {
  await rm(file, { force: true })
}

const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({
          title: z.string(),
          status: z.string(),
          failureMessages: z.nullish(z.array(z.string())),
        }),
      ),
    }),
  ),
})

/** Every test of the newest run of this set; a file that could not be loaded is one failed test. */
export async function readTests(set: TestSet): Promise<TestOutcome[]> {
  const { testResults } = vitestReport.parse(await read(VITEST_REPORTS[set]))
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(ROOT, name)
    const tests = assertionResults.map((test) => ({
      file,
      name: test.title,
      hasPassed: test.status === 'passed',
      // what failed at the first try stays with the test
      isFlaky: test.status === 'passed' && (test.failureMessages ?? []).length > 0,
      failure: test.status === 'failed' ? textOf(test.failureMessages ?? []) : null,
    }))
    const isUnexplained = status === 'failed' && tests.every(({ failure }) => failure === null)
    return isUnexplained
      ? [...tests, { file, name: 'the file itself', hasPassed: false, failure: textOf([message]) }]
      : tests
  })
}

const journey = z.object({
  status: z.string(),
  results: z.array(z.object({ errors: z.array(z.object({ message: z.optional(z.string()) })) })),
})

interface Suite {
  specs: { title: string; file: string; tests: z.output<typeof journey>[] }[]
  suites?: Suite[] | undefined
}
const suite: z.ZodMiniType<Suite> = z.object({
  specs: z.array(z.object({ title: z.string(), file: z.string(), tests: z.array(journey) })),
  suites: z.optional(z.array(z.lazy(() => suite))),
})
const journeysReport = z.object({
  suites: z.array(suite),
  errors: z.array(z.object({ message: z.optional(z.string()) })),
})

/** Every journey of the newest run of this set, once per screen that it ran on. */
export async function readJourneys(set: JourneySet): Promise<TestOutcome[]> {
  const { suites, errors } = journeysReport.parse(await read(JOURNEY_REPORTS[set]))
  const around = errors.map(({ message }) => ({
    file: 'e2e',
    name: 'the run itself',
    hasPassed: false,
    failure: textOf([message ?? '']),
  }))
  return [...suites.flatMap(journeysOf), ...around]
}

function journeysOf({ specs, suites = [] }: Suite): TestOutcome[] {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests.map(({ status, results }) => ({
      file: `e2e/${file}`,
      name: title,
      // a journey that did not run has not passed
      hasPassed: (status === 'expected' || status === 'flaky') && results.length > 0,
      isFlaky: status === 'flaky',
      failure:
        status === 'unexpected'
          ? textOf(results.flatMap(({ errors }) => errors.map(({ message = '' }) => message)))
          : null,
    })),
  )
  return [...own, ...suites.flatMap(journeysOf)]
}

/** A run that exits with an error counts as at least one failure, even without a report. */
export function findingOf(program: string, code: number, tests: readonly TestOutcome[]): Finding {
  const failures = tests.flatMap(({ file, name, failure }) =>
    failure === null ? [] : [`${file} › ${name}\n${failure}`],
  )
  const isUnexplained = code !== 0 && failures.length === 0
  return {
    passed: tests.filter(({ hasPassed }) => hasPassed).length,
    failures: isUnexplained ? [`${program} ended with ${code}`] : failures,
    flaky: tests.filter(({ isFlaky }) => isFlaky).map(({ file, name }) => `${file} › ${name}`),
  }
}

function textOf(messages: readonly string[]): string {
  const lines = stripVTControlCharacters(messages.join('\n')).split('\n')
  const own = lines.filter((line) => !line.includes('node_modules'))
  return own.slice(0, LINES_OF_FAILURE).join('\n')
}

async function read(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, 'utf8'))
}
