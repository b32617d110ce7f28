import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { ROOT, runProgram } from '../run-program.ts'
import { findUncoveredRows } from '../specification/coverage.ts'
import { type Finding, printLine, secondsSince, sumFindings, timeCheck } from './finding.ts'
import { readJourneys, readTests } from './reports.ts'
import { checkBuild, checkPaths, checkSources } from './static-checks.ts'
import { runJourneys, runUnitTests } from './test-runs.ts'

/** The result of `npm test`, to which `--rest` adds its own. */
const MAIN_RESULT = join(ROOT, '.cache/gate.json')

/** The exit status of e2e/browsers/main.ts without the engines. */
const MISSING_ENGINE = 69

/** Lays the tables of credit out in hash partitions by user, as a large shop may. */
const ON_PARTITIONS = { CREDIT_PARTITIONS: '8' }

/**
 * `npm test`: static checks, unit and integration tests, main journeys. All of it runs, whatever fails. Each part
 * keeps the cores busy by itself, so they run one after another.
 */
export function runMain(): Promise<Finding> {
  return runOneByOne([
    runStaticChecks,
    () => runUnitTests('server'),
    () => runUnitTests('web'),
    () => runJourneys('main'),
  ])
}

/** The checks of the sources beside the build, on one core each. */
async function runStaticChecks(): Promise<Finding> {
  const found = await Promise.all([
    runOneByOne([() => timeCheck('build', buildAll), checkBuild]),
    checkSources(),
  ])
  return sumFindings(found)
}

async function runOneByOne(parts: readonly (() => Promise<Finding>)[]): Promise<Finding> {
  const findings: Finding[] = []
  for (const part of parts) findings.push(await part())
  return sumFindings(findings)
}

/**
 * The part of the gate beside `npm test`: long tests, other journeys, fault run and mutants, the main job in other
 * engines, restarts, proof of the specification's rows. What waits for the database or a browser most of the time runs
 * beside the journeys; what starts whole programs under a limit, or loads the machine by itself, runs alone.
 */
export async function runRest(): Promise<Finding> {
  const long = await runUnitTests('rest')
  const beside = await Promise.all([
    runJourneys('rest'),
    runOneByOne([
      () => runUnitTests('partitions', { env: ON_PARTITIONS }),
      () => runFaults('--small'),
      runEngines,
    ]),
  ])
  return sumFindings([
    long,
    ...beside,
    await runFaults('--mutants'),
    await runRestarts(),
    await timeCheck('specification', proveSpecification),
  ])
}

/** Prints the failures again, how many checks and tests passed, and below that which of them passed at the second try only. */
export function printSummary({ passed, failures, flaky }: Finding, startedAt: number): void {
  printLine(`\nchecked in ${secondsSince(startedAt)}`)
  for (const failure of failures) printLine(`✗ ${failure}`)
  printLine(`${passed} passed, ${failures.length} failed`)
  for (const name of flaky) printLine(`flaky: ${name}`)
}

export async function storeMainResult(finding: Finding): Promise<void> {
  await writeFile(MAIN_RESULT, JSON.stringify(finding))
}

const mainResult = z.object({
  passed: z.number(),
  failures: z.array(z.string()),
  flaky: z.array(z.string()),
})

/** Reads the result once, so that no later run counts it again. Throws when there is none. */
export async function readMainResult(): Promise<Finding> {
  const text = await readFile(MAIN_RESULT, 'utf8').catch(() => {
    throw new Error('--rest continues after npm test: run that first')
  })
  await rm(MAIN_RESULT)
  return mainResult.parse(JSON.parse(text))
}

async function buildAll(): Promise<string[]> {
  const { code } = await runProgram(process.execPath, ['scripts/build.ts'])
  return code === 0 ? [] : ['the build']
}

/**
 * The small fault run, on hash partitions; or the check that it finds each mutant of our own code, on tables as they
 * are migrated.
 */
function runFaults(size: '--small' | '--mutants'): Promise<Finding> {
  const name = `fault run ${size}`
  return timeCheck(name, async () => {
    const { code } = await runProgram(process.execPath, ['faults/main.ts', size], {
      ...(size === '--small' && { env: ON_PARTITIONS }),
    })
    return code === 0 ? [] : [name]
  })
}

/** The main job in Firefox and WebKit, with a second try. A machine without them, where nothing may be installed, skips it. */
async function runEngines(): Promise<Finding> {
  const name = 'main job in Firefox and WebKit'
  const run = async () => {
    const { code } = await runProgram(process.execPath, ['e2e/browsers/main.ts', '--gate'])
    return code
  }
  let first = 0
  const finding = await timeCheck(name, async () => {
    first = await run()
    if (first === 0 || first === MISSING_ENGINE) return []
    return (await run()) === 0 ? [] : [name]
  })
  if (first === 0 || finding.failures.length > 0) return finding
  if (first !== MISSING_ENGINE) return { ...finding, flaky: [name] }
  printLine(`– ${name}: not here, and not to be installed`)
  return sumFindings([])
}

/** Nodes restarted in turn behind nginx; not one request may fail or be carried out twice. */
function runRestarts(): Promise<Finding> {
  return timeCheck('restarts behind nginx', async () => {
    const { code } = await runProgram(process.execPath, ['drill/main.ts', 'restarts', '--small'])
    return code === 0 ? [] : ['restarts behind nginx']
  })
}

/** Whether tests and journeys of the newest whole run hold every row of the original specification. */
async function proveSpecification(): Promise<string[]> {
  const tests = await Promise.all([readTests('server'), readTests('web'), readTests('rest')])
  const journeys = await Promise.all([readJourneys('main'), readJourneys('rest')])
  return findUncoveredRows([...tests, ...journeys].flat())
}

/** Static checks and tests of some folders or files: unit tests, or journeys for those below e2e. */
export async function runRooms(paths: readonly string[]): Promise<Finding> {
  const lost = paths.filter((path) => !existsSync(join(ROOT, path)))
  if (lost.length > 0)
    return { passed: 0, failures: lost.map((path) => `no such path: ${path}`), flaky: [] }
  const journeys = paths.filter(isJourney)
  const tests = paths.filter((path) => !isJourney(path))
  const findings = await checkPaths(paths)
  if (tests.length > 0)
    findings.push(await runUnitTests('all', { given: ['--passWithNoTests', ...tests] }))
  if (journeys.length > 0) findings.push(await runJourneys('all', { given: journeys }))
  return sumFindings(findings)
}

function isJourney(path: string): boolean {
  return /^(\.\/)?e2e(\/|$)/.test(path)
}
