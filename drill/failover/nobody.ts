// The part of the failover drill that needs no rights: [fault] folder
import { cpSync, globSync, mkdirSync, mkdtempSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { styleText } from 'node:util'
import { END_SIGNALS } from '../../scripts/end-with-parent.ts'
import { FAULTS, type FaultName } from './faults.ts'
import { printFailover } from './report.ts'
import { runFailover } from './run.ts'

const LIMIT_MS = 8 * 60_000

const rest = process.argv.slice(2)
const folder = rest.at(-1) ?? ''
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the table
const all = Object.keys(FAULTS) as FaultName[]
const faults = rest.length === 1 ? all : all.filter((name) => name === rest[0])
if (faults.length === 0)
  throw new Error(`there is no fault ${rest[0]}; there are: ${all.join(', ')}`)

let step = 'begins'
function onStep(next: string): void {
  step = next
  process.stdout.write(`${(performance.now() / 1_000).toFixed(1).padStart(6)} s  ${step}\n`)
}

function end(failure: string | null): never {
  if (failure !== null) {
    process.stdout.write(`${styleText('red', `✗ failover: ${failure}`)}\n`)
    process.stdout.write(`The logs are in ${keepLogs()}\n`)
  }
  process.exit(failure === null ? 0 : 1)
}

for (const signal of END_SIGNALS) process.once(signal, () => process.exit(1))
setTimeout(() => end(`not done within ${LIMIT_MS / 60_000} minutes; at: ${step}`), LIMIT_MS)

try {
  const isGood = printFailover(await runFailover({ folder, faults, onStep }))
  end(isGood ? null : 'see above')
} catch (error) {
  end(`${error instanceof Error ? error.message : String(error)}; at: ${step}`)
}

/** Copies all logs out of the folder, which ends with the drill; returns where to. */
function keepLogs(): string {
  const kept = mkdtempSync(join(dirname(folder), 'shop-drill-logs-'))
  for (const log of globSync('{files,shop}/**/*.log', { cwd: folder })) {
    mkdirSync(dirname(join(kept, log)), { recursive: true })
    cpSync(join(folder, log), join(kept, log))
  }
  return kept
}
