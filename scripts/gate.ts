import { readFile, rm } from 'node:fs/promises'
import * as z from 'zod/mini'
import { run } from './run.ts'
import { checkSpecification, JOURNEYS_REPORT, VITEST_REPORT } from './spec-coverage.ts'

interface Count {
  passed: number
  failed: number
}

/** What is read off the code and the built pages; each counts as one check. */
const STATIC: [name: string, program: string, ...given: string[]][] = [
  ['format', 'oxfmt', '--check'],
  ['lint', 'oxlint', '--deny-warnings'],
  ['types', 'tsc', '-b'],
  ['dead code', 'knip'],
  ['weight and form of every page', process.execPath, 'scripts/check-pages.ts'],
]

/**
 * The one gate: format, lint, types, dead code, tests, journeys in a real browser, the fault run, and
 * whether tests and journeys hold every row of the specification. All of it runs, whatever fails, and
 * the last line says how much did. Returns whether everything passed.
 */
export async function runGate(): Promise<boolean> {
  const startedAt = performance.now()
  const { code } = await run(process.execPath, ['scripts/build.ts'])
  const counts: Count[] = [{ passed: 0, failed: code === 0 ? 0 : 1 }]
  for (const check of STATIC) counts.push(await runStatic(...check))
  counts.push(await runTests())
  counts.push(await runJourneys())
  counts.push(await runFaults('--small'))
  counts.push(await runFaults('--mutants'))
  counts.push(await runSpecification())
  const passed = counts.reduce((sum, count) => sum + count.passed, 0)
  const failed = counts.reduce((sum, count) => sum + count.failed, 0)
  say(`\nchecked in ${seconds(startedAt)}`)
  say(`${passed} passed, ${failed} failed`)
  return failed === 0
}

async function runStatic(name: string, program: string, ...given: string[]): Promise<Count> {
  const startedAt = performance.now()
  const { code, output } = await run(program, given, { isQuiet: true })
  say(`${code === 0 ? '✓' : '✗'} ${name} ${seconds(startedAt)}`)
  if (code !== 0) say(output)
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
})

async function runTests(): Promise<Count> {
  await rm(VITEST_REPORT, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${VITEST_REPORT}`]
  const { code } = await run('vitest', ['run', ...reporters])
  return countOf(code, await readReport(VITEST_REPORT, vitestReport), (report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
  }))
}

const journeysReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
})

async function runJourneys(): Promise<Count> {
  await rm(JOURNEYS_REPORT, { force: true })
  const { code } = await run('playwright', ['test', '--reporter=list,json'], {
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: JOURNEYS_REPORT },
  })
  return countOf(code, await readReport(JOURNEYS_REPORT, journeysReport), ({ stats }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
  }))
}

/** The fault run in its small size, and whether it finds the faults that we put into our own code. */
async function runFaults(size: '--small' | '--mutants'): Promise<Count> {
  const startedAt = performance.now()
  const { code } = await run(process.execPath, ['faults/main.ts', size])
  say(`${code === 0 ? '✓' : '✗'} fault run ${size} ${seconds(startedAt)}`)
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** Reads the reports of this very run, so it comes last. */
async function runSpecification(): Promise<Count> {
  const faults = await checkSpecification({ write: false }).catch((error: unknown) => [
    `the tests left no report to read: ${String(error)}`,
  ])
  say(`${faults.length === 0 ? '✓' : '✗'} specification`)
  for (const fault of faults) say(fault)
  return faults.length === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** A run that ended badly has failed at least once, whatever its report says or whether there is one. */
function countOf<Report>(
  code: number,
  report: Report | null,
  count: (report: Report) => Count,
): Count {
  const { passed, failed } = report === null ? { passed: 0, failed: 0 } : count(report)
  return { passed, failed: code === 0 ? failed : Math.max(1, failed) }
}

async function readReport<Schema extends z.ZodMiniType>(
  file: string,
  schema: Schema,
): Promise<z.output<Schema> | null> {
  const text = await readFile(file, 'utf8').catch(() => null)
  return text === null ? null : schema.parse(JSON.parse(text))
}

function seconds(startedAt: number): string {
  return `${((performance.now() - startedAt) / 1_000).toFixed(1)} s`
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
