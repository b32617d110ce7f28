import { useGitHooks } from './git-hooks.ts'
import { run } from './run.ts'

const PARENT_WATCH_MS = 500

useGitHooks()
// in a process of its own, so that the bundler does not stay in the memory of the shop
const { code } = await run(process.execPath, ['scripts/build.ts'])
if (code === 0) {
  endWithParent()
  await import('../server/main.ts')
} else process.exitCode = code

/** The shell between npm and this process dies of a signal that npm gets, without passing it on. */
function endWithParent(): void {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
  }, PARENT_WATCH_MS)
  watch.unref()
  // one that came all the same is under way already: a second would cut it short
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.once(signal, () => clearInterval(watch))
  }
}
