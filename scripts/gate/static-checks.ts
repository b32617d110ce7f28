import { runProgram } from '../run-program.ts'
import { type Finding, printLine, sumFindings, timeCheck } from './finding.ts'

type Check = [name: string, program: string, ...given: string[]]

/** Several checkers take three times the processor time of one: each reads the declarations for itself. */
const TYPES: Check = ['types', 'tsc', '-b', '--singleThreaded']

/** Checks of the sources; each counts as one. */
const SOURCE_CHECKS: readonly Check[] = [
  ['format', 'oxfmt', '--check'],
  ['retired names', process.execPath, 'scripts/gate/retired-names.ts'],
  ['dependencies', process.execPath, 'scripts/gate/dependencies.ts'],
  TYPES,
  ['lint', 'oxlint', '--deny-warnings'],
  ['dead code', 'knip'],
]

/** Checks of the newest build. */
const BUILD_CHECKS: readonly Check[] = [
  ['weight and form of every page', process.execPath, 'scripts/check-pages.ts'],
  ['baseline of browsers', process.execPath, 'scripts/check-browsers.ts'],
]

export function checkSources(): Promise<Finding> {
  return runChecks(SOURCE_CHECKS)
}

/** Needs the newest build. */
export function checkBuild(): Promise<Finding> {
  return runChecks(BUILD_CHECKS)
}

async function runChecks(checks: readonly Check[]): Promise<Finding> {
  const findings: Finding[] = []
  for (const check of checks) findings.push(await runCheck(check))
  return sumFindings(findings)
}

/** Format, lint and types of some files or folders. */
export async function checkPaths(paths: readonly string[]): Promise<Finding[]> {
  const lintable = paths.filter((path) => !path.includes('.') || /\.[jt]sx?$/.test(path))
  return [
    await runCheck(['format', 'oxfmt', '--check', '--no-error-on-unmatched-pattern', ...paths]),
    await runCheck(TYPES),
    ...(lintable.length === 0
      ? []
      : [await runCheck(['lint', 'oxlint', '--deny-warnings', ...lintable])]),
  ]
}

/** On one core, as the build runs beside it: types and lint are Go programs that otherwise take all of them. */
function runCheck([name, program, ...given]: Check): Promise<Finding> {
  return timeCheck(name, async () => {
    const { code, output } = await runProgram(program, given, {
      isQuiet: true,
      env: { GOMAXPROCS: '1' },
    })
    if (code === 0) return []
    printLine(output)
    return [`${name}: ${program} ended with ${code}`]
  })
}
