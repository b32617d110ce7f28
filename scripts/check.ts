import { parseArgs } from 'node:util'
import { sumFindings } from './gate/finding.ts'
import { printSummary, runMain, runRest, readMainResult } from './gate/gate.ts'
import { endChildrenOnSignal } from './run-program.ts'

const { values } = parseArgs({
  options: {
    /** Continues after `npm test` and prints the sum of both. */
    rest: { type: 'boolean', default: false },
  },
})

endChildrenOnSignal()
const startedAt = performance.now()
const main = values.rest ? await readMainResult() : await runMain()
const finding = sumFindings([main, await runRest()])
printSummary(finding, startedAt)
process.exitCode = finding.failures.length === 0 ? 0 : 1
