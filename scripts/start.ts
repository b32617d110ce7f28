import * as launch from '../server/launch.ts'
import { useGitHooks } from './git.ts'
import { endChildrenOnSignal, runProgram } from './run-program.ts'

process.stdout.write('正在启动，首次启动要先构建网页……\n')
endChildrenOnSignal()
useGitHooks()
// in a process of its own: the bundler would stay in the shop's memory
const { code } = await runProgram(process.execPath, ['scripts/build.ts'])
if (code === 0) await becomeShop()
else process.exitCode = code

/** Replaces this process by the shop; Windows cannot, so the shop becomes a child there. */
async function becomeShop(): Promise<void> {
  const args = [...launch.nodeArgs, 'scripts/serve.ts']
  const env = { ...launch.environment, ...process.env }
  if (process.platform === 'win32') {
    process.exitCode = (await runProgram(process.execPath, args, { env })).code
    return
  }
  process.execve!(process.execPath, [process.execPath, ...args], env)
}
