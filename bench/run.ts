import { execFileSync } from 'node:child_process'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { END_SIGNALS, endWithParent } from '../scripts/end-with-parent.ts'
import { ROOT, runProgram } from '../scripts/run-program.ts'
import { measureAgainst } from './against.ts'
import { measureChats } from './chats.ts'
import { measureHome } from './home.ts'
import { measureLighthouse } from './lighthouse.ts'
import { measureLists } from './lists.ts'
import { measureLogin } from './login.ts'
import { measureMemory } from './memory.ts'
import { measurePlaceOrder } from './order.ts'
import { measurePictures } from './pictures.ts'
import { type Figure, figureTable, isMet } from './rig/figure.ts'
import { areCoresBound, bindToTwoCores, startGenerator } from './rig/programs.ts'
import type { Bench } from './rig/rounds.ts'
import { measureSessionCheck } from './session.ts'
import { measureSpending } from './spending.ts'
import { measureStart } from './start.ts'

/** Measurements by their name on the command line, with their rounds. */
const MEASUREMENTS: Record<
  string,
  { measure: (bench: Bench) => Promise<Figure[]>; rounds: number }
> = {
  home: { measure: measureHome, rounds: 15 },
  order: { measure: measurePlaceOrder, rounds: 7 },
  login: { measure: measureLogin, rounds: 9 },
  session: { measure: measureSessionCheck, rounds: 11 },
  start: { measure: measureStart, rounds: 5 },
  memory: { measure: measureMemory, rounds: 6 },
  spending: { measure: measureSpending, rounds: 5 },
  chats: { measure: measureChats, rounds: 5 },
  pictures: { measure: measurePictures, rounds: 3 },
  lighthouse: { measure: measureLighthouse, rounds: 5 },
  lists: { measure: measureLists, rounds: 5 },
}
/** Fills tables for many minutes, with some 20 GB. */
const BY_NAME_ALONE = 'lists'

const HELP = `npm run bench -- [${Object.keys(MEASUREMENTS).join(' | ')}] … [options]

  --rounds N    rounds that are counted, in place of the measurement's own number
  --orders N    orders of the shop of lists: 10,000,000
  --page PATH   of lighthouse; may be given several times
  --against REV compares this tree with another revision in turns, instead of with goals

Without a name all but ${BY_NAME_ALONE}, which fills a database of 20 GB.
`

/** A machine with more load is not quiet. */
const QUIET_LOAD = 0.5

async function main(): Promise<boolean> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      rounds: { type: 'string' },
      orders: { type: 'string' },
      page: { type: 'string', multiple: true, default: [] },
      against: { type: 'string' },
    },
  })
  if (positionals.some((name) => !Object.hasOwn(MEASUREMENTS, name))) {
    process.stdout.write(HELP)
    return false
  }
  if (values.against !== undefined) return measureAgainst(values.against, positionals)
  // before anything that loads the machine itself
  const machine = describeMachine()
  const { code } = await runProgram(process.execPath, ['scripts/build.ts'])
  if (code !== 0) throw new Error('the web does not build')
  bindToTwoCores()
  await using generator = startGenerator()
  const given = {
    ...{ generator, pages: values.page },
    orders: values.orders === undefined ? undefined : Number(values.orders),
  }
  const figures: Figure[] = []
  let isComplete = true
  for (const [name, { measure, rounds }] of Object.entries(MEASUREMENTS)) {
    const isWanted = positionals.length > 0 ? positionals.includes(name) : name !== BY_NAME_ALONE
    if (!isWanted) continue
    printLine(`measuring ${name} …`)
    try {
      const found = await measure({ ...given, rounds: Number(values.rounds ?? rounds) })
      printLine(figureTable(found))
      figures.push(...found)
    } catch (error) {
      isComplete = false
      printLine(`${name} failed: ${error instanceof Error ? error.stack : String(error)}`)
    }
  }
  if (figures.length > 0) printLine(`\n${machine}\n\n${figureTable(figures)}`)
  return isComplete && figures.every(isMet)
}

function describeMachine(): string {
  const load = loadavg()[0] ?? 0
  if (load > QUIET_LOAD) {
    printLine(`The machine is busy (load ${load.toFixed(1)}): figures will scatter.`)
  }
  const bound = areCoresBound ? 'server and load generator on one each' : 'not bound to programs'
  const commit = execFileSync('git', ['describe', '--always', '--dirty'], { cwd: ROOT })
  return `${cpus()[0]?.model}, ${availableParallelism()} cores (${bound}), load ${load.toFixed(1)}, Node ${process.version}, commit ${commit.toString().trim()}`
}

function printLine(line: string): void {
  process.stdout.write(`${line}\n`)
}

endWithParent()
// every started process ends with this one
for (const signal of END_SIGNALS) process.once(signal, () => process.exit(130))

process.exitCode = (await main()) ? 0 : 1
