// The part of the failover drill that needs no rights: proxy [fault] folder
import { styleText } from 'node:util'
import { END_SIGNALS } from '../../scripts/end-with-parent.ts'
import { PROXIES } from '#harness/production/proxies.ts'
import { keepLogs } from './keep-logs.ts'
import { FAULTS, type FaultName } from './faults.ts'
import { printFailover } from './report/print-failover.ts'
import { runFailover } from './run-failover.ts'

const LIMIT_MS = 8 * 60_000

const [asked = 'nginx', ...rest] = process.argv.slice(2)
const folder = rest.at(-1) ?? ''
const behind = PROXIES.find((name) => name === asked)
if (behind === undefined) throw new Error(`there is no proxy ${asked}`)
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
    process.stdout.write(`The logs are in ${keepLogs(folder)}\n`)
  }
  process.exit(failure === null ? 0 : 1)
}

for (const signal of END_SIGNALS) process.once(signal, () => process.exit(1))
setTimeout(() => end(`not done within ${LIMIT_MS / 60_000} minutes; at: ${step}`), LIMIT_MS)

try {
  const isGood = printFailover(await runFailover({ folder, faults, behind, onStep }))
  end(isGood ? null : 'see above')
} catch (error) {
  end(`${error instanceof Error ? error.message : String(error)}; at: ${step}`)
}
