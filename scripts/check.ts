import { parseArgs } from 'node:util'
import { sumFindings } from './gate/finding.ts'
import { printSummary, runMain, runRest, readMainResult } from './gate/gate.ts'
import { runShaken } from './gate/shaken.ts'
import { endChildrenOnSignal } from './run-program.ts'

const { values } = parseArgs({
  options: {
    /** Continues after `npm test` and prints the sum of both. */
    rest: { type: 'boolean', default: false },
    /** Runs journeys and the web's tests with delayed responses on a busy machine, and nothing else. */
    shaken: { type: 'boolean', default: false },
    /** Repeats the shaken run of this seed. */
    seed: { type: 'string' },
  },
})

endChildrenOnSignal()
const startedAt = performance.now()
const finding = values.shaken
  ? await runShaken(values.seed)
  : sumFindings([values.rest ? await readMainResult() : await runMain(), await runRest()])
printSummary(finding, startedAt)
process.exitCode = finding.failures.length === 0 ? 0 : 1
