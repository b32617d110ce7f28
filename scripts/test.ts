import { prepareBrowser } from './browser.ts'
import { printSummary, runMain, runRooms, storeMainResult } from './gate/gate.ts'
import { useGitHooks } from './git.ts'
import { endChildrenOnSignal } from './run-program.ts'

// npm test: what a fresh machine lacks, then the checks that a change needs before others see it.
// npm test -- server/credit e2e/account: the static checks and tests of these folders or files.
endChildrenOnSignal()
useGitHooks()
await prepareBrowser()
const startedAt = performance.now()
const rooms = process.argv.slice(2)
const finding = rooms.length === 0 ? await runMain() : await runRooms(rooms)
if (rooms.length === 0) await storeMainResult(finding)
printSummary(finding, startedAt)
process.exitCode = finding.failures.length === 0 ? 0 : 1
