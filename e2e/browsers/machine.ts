import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { atExit } from '../../harness/at-exit.ts'
import { installPackages, isDebianRoot } from '../../scripts/debian-packages.ts'

/** An engine's programs, as Debian 12 names and places them. */
export interface Parts {
  packages: readonly string[]
  files: readonly string[]
}

/** Chinese letters in the pictures. */
const FONT: Parts = {
  packages: ['fonts-noto-cjk'],
  files: ['/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc'],
}

/** Installs what is missing. Returns '', or, where that may not be done, what is missing and the command that brings it. */
export async function prepareMachine(engines: readonly Parts[]): Promise<string> {
  const missing = [FONT, ...engines].filter(({ files }) => !files.every((file) => existsSync(file)))
  if (missing.length === 0) return ''
  const packages = [...new Set(missing.flatMap((parts) => parts.packages))]
  if (await isDebianRoot()) await installPackages(...packages)
  const left = missing.flatMap(({ files }) => files).filter((file) => !existsSync(file))
  if (left.length === 0) return ''
  const command = `sudo apt-get install --no-install-recommends ${packages.join(' ')}`
  return `${left.join(', ')} not found. On Debian 12: ${command}`
}

export interface Program {
  process: ChildProcess
  /** Ends it and every program that it started. */
  end: () => void
}

interface StartOptions {
  env?: Record<string, string>
  /** Receives each line that it prints. */
  onLine?: (line: string) => void
}

/** Starts a program in a process group of its own: a driver that ends leaves its browser behind. */
export function startProgram(
  command: string,
  args: readonly string[],
  { env = {}, onLine = () => {} }: StartOptions = {},
): Program {
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    // Xvfb names its display on the fourth
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    detached: true,
  })
  child.on('error', (error) => onLine(error.message))
  for (const stream of [child.stdout, child.stderr]) {
    if (stream !== null) createInterface(stream).on('line', onLine)
  }
  const kill = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // it has ended
    }
  }
  const forget = atExit(kill)
  return {
    process: child,
    end() {
      forget()
      kill()
    },
  }
}

export interface Display {
  /** Its name, for DISPLAY. */
  name: string
  end: () => void
}

/** Starts a screen of this size that nobody sees. */
export async function startDisplay(width: number, height: number): Promise<Display> {
  const screen = ['-screen', '0', `${width}x${height}x24`]
  const { process: child, end } = startProgram('Xvfb', ['-displayfd', '3', ...screen])
  const named = child.stdio[3]
  if (!(named instanceof Readable)) throw new Error('Xvfb did not start')
  const [number] = await once(createInterface(named), 'line')
  return { name: `:${number}`, end }
}
