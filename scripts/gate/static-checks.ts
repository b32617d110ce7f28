import { runProgram } from '../run-program.ts'
import { type Finding, printLine, sumFindings, timeCheck } from './finding.ts'

type Check = [name: string, program: string, ...given: string[]]

/** Checks of the sources that take seconds; each counts as one. */
const QUICK_CHECKS: readonly Check[] = [
  ['format', 'oxfmt', '--check'],
  ['import cycles', process.execPath, 'scripts/gate/import-cycles.ts'],
  ['retired names', process.execPath, 'scripts/gate/retired-names.ts'],
  ['dependencies', process.execPath, 'scripts/gate/dependencies.ts'],
]

/** Checks of the sources that keep both cores busy. */
const LONG_CHECKS: readonly Check[] = [
  ['types', 'tsc', '-b'],
  ['lint', 'oxlint', '--deny-warnings'],
  ['dead code', 'knip'],
]

const PAGE_CHECK: Check = [
  'weight and form of every page',
  process.execPath,
  'scripts/check-pages.ts',
]

export function checkSourcesQuickly(): Promise<Finding> {
  return runChecks(QUICK_CHECKS)
}

export function checkSources(): Promise<Finding> {
  return runChecks(LONG_CHECKS)
}

async function runChecks(checks: readonly Check[]): Promise<Finding> {
  const findings: Finding[] = []
  for (const check of checks) findings.push(await runCheck(check))
  return sumFindings(findings)
}

/** Needs the newest build. */
export function checkPages(): Promise<Finding> {
  return runCheck(PAGE_CHECK)
}

/** Format, lint and types of some files or folders. */
export async function checkPaths(paths: readonly string[]): Promise<Finding[]> {
  const lintable = paths.filter((path) => !path.includes('.') || /\.[jt]sx?$/.test(path))
  return [
    await runCheck(['format', 'oxfmt', '--check', '--no-error-on-unmatched-pattern', ...paths]),
    await runCheck(['types', 'tsc', '-b']),
    ...(lintable.length === 0
      ? []
      : [await runCheck(['lint', 'oxlint', '--deny-warnings', ...lintable])]),
  ]
}

function runCheck([name, program, ...given]: Check): Promise<Finding> {
  return timeCheck(name, async () => {
    const { code, output } = await runProgram(program, given, { isQuiet: true })
    if (code === 0) return []
    printLine(output)
    return [`${name}: ${program} ended with ${code}`]
  })
}
