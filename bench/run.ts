import { execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { arch, availableParallelism, cpus, loadavg, platform } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { endWithParent } from '../scripts/end-with-parent.ts'
import { ROOT, runProgram } from '../scripts/run-program.ts'
import { measureColdStart } from './cold-start.ts'
import { measureConsole } from './console.ts'
import { measureHome } from './home.ts'
import { measureLargeLedger } from './large-ledger.ts'
import { measureLighthouse } from './lighthouse.ts'
import { measureLists } from './lists.ts'
import { measureLogin } from './login.ts'
import { measureMemory } from './memory.ts'
import { measurePlaceOrder } from './place-order.ts'
import { areCoresBound, bindToTwoCores } from './rig/cores.ts'
import { type Figure, isMet, formatTable } from './rig/figure.ts'
import { abortOnSignals, interruption } from './rig/interruption.ts'
import { type LoadGenerator, startGenerator } from './rig/load.ts'
import { measureSessionCheck } from './session-check.ts'
import { measureSettling } from './settle.ts'
import { measureSignOn } from './sign-on.ts'
import { measureSpending } from './spending.ts'
import { measureTools } from './tools.ts'
import { measureUsage } from './usage.ts'

interface Settings {
  /** Orders in the large shop of `lists` and `console`. */
  orders?: number | undefined
  /** Ledger entries in the large shop of `large-ledger`. */
  entries?: number | undefined
  /** Pages that `lighthouse` measures; absent: all. */
  pages?: string[] | undefined
}

/** Measurements by their name on the command line; without a name all run, except the long ones. */
const MEASUREMENTS: Record<
  string,
  (generator: LoadGenerator, settings: Settings) => Promise<Figure[]>
> = {
  home: measureHome,
  order: measurePlaceOrder,
  login: measureLogin,
  session: measureSessionCheck,
  start: measureColdStart,
  memory: measureMemory,
  settle: measureSettling,
  spending: measureSpending,
  'sign-on': measureSignOn,
  tools: measureTools,
  usage: measureUsage,
  'large-ledger': measureLargeLedger,
  lists: measureLists,
  console: measureConsole,
  lighthouse: (_, { pages }) => measureLighthouse(pages),
}
/** These fill a table for many minutes, with some 20 GB. */
const BY_NAME_ALONE = new Set(['lists', 'large-ledger', 'console'])

const INTERRUPTED = 130
const RESULTS = join(ROOT, 'bench/results')
/** A machine with more load is not quiet. */
const QUIET_LOAD = 0.5

async function runMeasurements(chosen: string[], settings: Settings): Promise<void> {
  const unknown = chosen.filter((name) => !Object.hasOwn(MEASUREMENTS, name))
  if (unknown.length > 0) {
    const names = Object.keys(MEASUREMENTS).join(', ')
    throw new Error(`no measurement ${unknown.join(', ')}: there are ${names}`)
  }
  // before anything that loads the machine itself
  const machine = describeMachine()
  if (machine.load > QUIET_LOAD) {
    printLine(`The machine is busy (load ${machine.load.toFixed(1)}): figures will scatter.`)
  }
  const { code } = await runProgram(process.execPath, ['scripts/build.ts'])
  if (interruption.aborted) return
  if (code !== 0) throw new Error('the web does not build')
  bindToTwoCores()
  const { figures, isComplete } = await measureAll(chosen, settings)
  if (interruption.aborted) return
  if (figures.length === 0) throw new Error('nothing was measured')
  const file = await storeResult({ machine, figures })
  const table = formatTable(figures)
  printLine(`\n${machine.summary}\n\n${table}\n\nEvery round is kept in ${relative(ROOT, file)}.`)
  if (!isComplete || !figures.every(isMet)) process.exitCode = 1
}

async function measureAll(
  chosen: string[],
  settings: Settings,
): Promise<{ figures: Figure[]; isComplete: boolean }> {
  await using generator = startGenerator()
  // without the generator the measurement fails and stops the processes that it has started
  interruption.addEventListener('abort', () => void generator[Symbol.asyncDispose]())
  const figures: Figure[] = []
  let isComplete = true
  for (const [name, measure] of Object.entries(MEASUREMENTS)) {
    const isWanted = chosen.length > 0 ? chosen.includes(name) : !BY_NAME_ALONE.has(name)
    if (interruption.aborted || !isWanted) continue
    printLine(`measuring ${name} …`)
    try {
      const found = await measure(generator, settings)
      printLine(formatTable(found))
      figures.push(...found)
    } catch (error) {
      isComplete = false
      printLine(
        `${name} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      )
    }
  }
  return { figures, isComplete }
}

function describeMachine() {
  const model = cpus()[0]?.model ?? 'unknown processor'
  const bound = areCoresBound ? 'server and load generator on one each' : 'not bound to programs'
  const summary = `${model}, ${availableParallelism()} cores (${bound}), ${platform()} ${arch()}, Node ${process.version}, commit ${currentCommit()}`
  return { summary, at: new Date().toISOString(), load: loadavg()[0] ?? 0 }
}

function currentCommit(): string {
  try {
    return execFileSync('git', ['describe', '--always', '--dirty'], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return 'unknown'
  }
}

async function storeResult(result: {
  machine: { at: string }
  figures: Figure[]
}): Promise<string> {
  await mkdir(RESULTS, { recursive: true })
  const file = join(RESULTS, `${result.machine.at.replaceAll(':', '-')}.json`)
  await writeFile(file, `${JSON.stringify(result, null, 2)}\n`)
  return file
}

function printLine(line: string): void {
  process.stdout.write(`${line}\n`)
}

endWithParent()
abortOnSignals()
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    orders: { type: 'string' },
    entries: { type: 'string' },
    page: { type: 'string', multiple: true },
  },
})
await runMeasurements(positionals, {
  ...(values.orders !== undefined && { orders: Number(values.orders) }),
  ...(values.entries !== undefined && { entries: Number(values.entries) }),
  pages: values.page,
})
// pending timers and connections must not keep the program running
if (interruption.aborted) process.exit(INTERRUPTED)
