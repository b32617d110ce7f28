import { readFile } from 'node:fs/promises'
import { runProgram } from './run-program.ts'

/** Whether packages can be installed here: Debian or one of its family, as root. */
export async function isDebianRoot(): Promise<boolean> {
  if (process.getuid?.() !== 0) return false
  const release = await readFile('/etc/os-release', 'utf8').catch(() => '')
  return /^ID(_LIKE)?=.*\bdebian\b/m.test(release)
}

/** Installs those that are missing. Their services do not start. */
export async function installPackages(...names: readonly string[]): Promise<void> {
  const env = { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  await runProgram('apt-get', ['update', '-qq'], { env })
  const options = ['-y', '-qq', '--no-install-recommends', '--no-upgrade']
  await runProgram('apt-get', ['install', ...options, ...names], { env })
}
