import { useGitHooks } from './git-hooks.ts'
import { run } from './run.ts'

useGitHooks()
// in a process of its own, so that the bundler does not stay in the memory of the shop
const { code } = await run(process.execPath, ['scripts/build.ts'])
if (code === 0) await import('../server/main.ts')
else process.exitCode = code
