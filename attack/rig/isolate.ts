import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const MARK = 'ATTACK_ISOLATED'
const MAIN = join(import.meta.dirname, '../main.ts')
const SCRIPT = 'ip link set lo up && exec "$@"'

/** Whether this process has no network but the machine's own. */
export function isIsolated(): boolean {
  return process.env[MARK] === 'yes'
}

/** Runs the attacks with these arguments where nothing outside can be reached; returns whether they ended well. */
export async function runIsolated(args: readonly string[]): Promise<boolean> {
  const command = ['sh', '-c', SCRIPT, 'sh', process.execPath, MAIN, ...args]
  // the namespace ends with unshare, and unshare with this process
  const child: ChildProcess = spawn(
    'setpriv',
    [
      '--pdeathsig',
      'KILL',
      'unshare',
      '--net',
      '--pid',
      '--mount-proc',
      '--fork',
      '--kill-child',
      ...command,
    ],
    { stdio: 'inherit', env: { ...process.env, [MARK]: 'yes' } },
  )
  const [code]: (number | null)[] = await once(child, 'exit')
  return code === 0
}
