import { parseArgs } from 'node:util'
import { endWithParent } from '../scripts/end-with-parent.ts'
import { runProgram } from '../scripts/run-program.ts'
import { runCrashPoints } from './run-crash-points.ts'
import { runFaults } from './run-faults.ts'
import { MUTANT_NAMES, runMutants } from './run-mutants.ts'

const HELP = `npm run faults -- [options]

  --seed N         another run of chance (default: 1)
  --orders N       1,000 by default, 40 with --small
  --shoppers N     at the same time (default: 16)
  --small          minutes become seconds: the size of the gate
  --mutant NAME    our own code with a fault, which has to be found: ${MUTANT_NAMES.join(', ')}
  --mutants        all of them
  --crash-points   the app dies at each named point
  --times N        how often at each (default: 20)
`

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    orders: { type: 'string' },
    shoppers: { type: 'string', default: '16' },
    small: { type: 'boolean', default: false },
    mutant: { type: 'string', multiple: true, default: [] },
    mutants: { type: 'boolean', default: false },
    'crash-points': { type: 'boolean', default: false },
    times: { type: 'string', default: '20' },
    help: { type: 'boolean', default: false },
  },
})

async function main(): Promise<boolean> {
  const seed = Number(values.seed)
  const orders = Number(values.orders ?? (values.small ? 40 : 1_000))
  const shoppers = Number(values.shoppers)
  const times = Number(values.times)
  const wrong = [seed, orders, shoppers, times].some(
    (number) => !Number.isInteger(number) || number < 1,
  )
  if (values.help || wrong) {
    process.stdout.write(HELP)
    return !wrong
  }
  const { code } = await runProgram(process.execPath, ['scripts/build.ts'])
  if (code !== 0) throw new Error('the web does not build')
  const mutants = values.mutants ? MUTANT_NAMES : values.mutant
  if (values['crash-points']) return runCrashPoints({ seed, times })
  if (mutants.length === 0) return runFaults({ seed, orders, shoppers, isSmall: values.small })
  const caught = await runMutants(mutants)
  // one by its name ends as the run does: badly when it was found; all of them end well when none was missed
  return values.mutants ? caught : !caught
}

endWithParent()
// every started process ends with this one
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

process.exitCode = (await main()) ? 0 : 1
