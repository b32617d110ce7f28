import { runGate } from './gate.ts'
import { endWhole } from './run.ts'

endWhole()
process.exitCode = (await runGate()) ? 0 : 1
