import { checkSpecification } from './spec-coverage.ts'
import {
  forgetReport,
  JOURNEYS_REPORT,
  readJourneys,
  readTests,
  type TestOutcome,
  VITEST_REPORT,
} from './reports.ts'
import { run } from './run.ts'

/** What one part of the gate found. */
interface Finding {
  passed: number
  /** One text a failure, told again at the end. */
  failures: string[]
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
  const found: Finding[] = [{ passed: 0, failures: code === 0 ? [] : ['the build'] }]
  for (const check of STATIC) found.push(await runStatic(...check))
  found.push(await runTests())
  found.push(await runJourneys())
  found.push(await runFaults('--small'))
  found.push(await runFaults('--mutants'))
  found.push(await runSpecification())
  const passed = found.reduce((sum, one) => sum + one.passed, 0)
  const failures = found.flatMap((one) => one.failures)
  say(`\nchecked in ${seconds(startedAt)}`)
  for (const failure of failures) say(`✗ ${failure}`)
  say(`${passed} passed, ${failures.length} failed`)
  return failures.length === 0
}

async function runStatic(name: string, program: string, ...given: string[]): Promise<Finding> {
  const startedAt = performance.now()
  const { code, output } = await run(program, given, { isQuiet: true })
  if (code !== 0) say(output)
  return told(name, startedAt, code === 0 ? [] : [name])
}

async function runTests(): Promise<Finding> {
  await forgetReport(VITEST_REPORT)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${VITEST_REPORT}`]
  const { code } = await run('vitest', ['run', ...reporters])
  return findingOf('vitest', code, await readTests().catch(() => []))
}

async function runJourneys(): Promise<Finding> {
  await forgetReport(JOURNEYS_REPORT)
  const { code } = await run('playwright', ['test', '--reporter=list,json'], {
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: JOURNEYS_REPORT },
  })
  return findingOf('playwright', code, await readJourneys().catch(() => []))
}

/** A run that ended badly has failed at least once, whatever its report says or whether there is one. */
function findingOf(program: string, code: number, tests: readonly TestOutcome[]): Finding {
  const failures = tests.flatMap(({ file, name, failure }) =>
    failure === null ? [] : [`${file} › ${name}\n${failure}`],
  )
  const isUnexplained = code !== 0 && failures.length === 0
  return {
    passed: tests.filter(({ hasPassed }) => hasPassed).length,
    failures: isUnexplained ? [`${program} ended with ${code}`] : failures,
  }
}

/** The fault run in its small size, and whether it finds the faults that we put into our own code. */
async function runFaults(size: '--small' | '--mutants'): Promise<Finding> {
  const startedAt = performance.now()
  const { code } = await run(process.execPath, ['faults/main.ts', size])
  return told(`fault run ${size}`, startedAt, code === 0 ? [] : [`fault run ${size}`])
}

/** Reads the reports of this very run, so it comes last. */
async function runSpecification(): Promise<Finding> {
  const startedAt = performance.now()
  const faults = await checkSpecification({ write: false }).catch((error: unknown) => [
    `the tests left no report to read: ${String(error)}`,
  ])
  return told(
    'specification',
    startedAt,
    faults.length === 0 ? [] : [['specification', ...faults].join('\n')],
  )
}

/** A check that counts as one. */
function told(name: string, startedAt: number, failures: string[]): Finding {
  const isGood = failures.length === 0
  say(`${isGood ? '✓' : '✗'} ${name} ${seconds(startedAt)}`)
  return { passed: isGood ? 1 : 0, failures }
}

function seconds(startedAt: number): string {
  return `${((performance.now() - startedAt) / 1_000).toFixed(1)} s`
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
