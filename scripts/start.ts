import { useGitHooks } from './git-hooks.ts'
import { run } from './run.ts'

useGitHooks()
// in a process of its own, so that the bundler does not stay in the memory of the shop
const { code } = await run(process.execPath, ['scripts/build.ts'])
if (code === 0) {
  endWithParent()
  await import('../server/main.ts')
} else process.exitCode = code

/** The shell between npm and this process dies of a signal without passing it on. */
function endWithParent(): void {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 500)
  watch.unref()
}
