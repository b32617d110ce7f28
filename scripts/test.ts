import { prepareBrowser } from './browser.ts'
import { runGate } from './gate.ts'
import { useGitHooks } from './git-hooks.ts'
import { endWhole } from './run.ts'

endWhole()
// What a fresh machine lacks first, then the same gate as before a push.
useGitHooks()
await prepareBrowser()
process.exitCode = (await runGate()) ? 0 : 1
