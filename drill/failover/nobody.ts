// The part of the failover drill that needs no rights: [fault …] folder
import { styleText } from 'node:util'
import { END_SIGNALS } from '../../scripts/end-with-parent.ts'
import { keepLogs } from './keep-logs.ts'
import { FAULTS, type FaultName } from './faults.ts'
import { printFailover } from './report/print-failover.ts'
import { runFailover } from './run-failover.ts'

const LIMIT_MS = 8 * 60_000

const [folder = '', ...asked] = process.argv.slice(2).toReversed()
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the table
const all = Object.keys(FAULTS) as FaultName[]
const faults = asked.length === 0 ? all : all.filter((name) => asked.includes(name))

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
  const isGood = printFailover(await runFailover({ folder, faults, onStep }))
  end(isGood ? null : 'see above')
} catch (error) {
  end(`${error instanceof Error ? error.message : String(error)}; at: ${step}`)
}
