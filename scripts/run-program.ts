import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { delimiter, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { END_SIGNALS, endWithParent } from './end-with-parent.ts'

export const ROOT = resolve(import.meta.dirname, '..')

/** The packages' programs, this Node among them, come before the machine's. */
const PATH = join(ROOT, 'node_modules/.bin') + delimiter + (process.env['PATH'] ?? '')

interface Outcome {
  code: number
  /** Empty when the output went to the terminal. */
  output: string
}

interface RunOptions {
  /** Keeps the output instead of showing it. */
  isQuiet?: boolean
  /** Shows each line of the output behind this word, for programs that run at the same time. */
  prefix?: string
  env?: NodeJS.ProcessEnv
}

const underway = new Set<ChildProcess>()
let isEnding = false
const EXIT_AFTER_SIGNAL = 130

/** Stops running child programs before this one when a signal comes or its parent dies. */
export function endChildrenOnSignal(): void {
  endWithParent()
  for (const signal of END_SIGNALS) {
    process.once(signal, async () => {
      isEnding = true
      const children = [...underway]
      const ended = children.map((child) => once(child, 'close'))
      // Windows stops all programs of a console by itself and has no signals to handle
      if (process.platform !== 'win32') for (const child of children) child.kill('SIGTERM')
      await Promise.all(ended)
      process.exit(EXIT_AFTER_SIGNAL)
    })
  }
}

/** Runs a program in the root of the repository and waits for its end. */
export function runProgram(
  program: string,
  given: string[],
  { isQuiet = false, prefix, env = {} }: RunOptions = {},
): Promise<Outcome> {
  const { promise, resolve: settle, reject } = Promise.withResolvers<Outcome>()
  const [command, args, shell] = platformCommand(program, given)
  const output = isQuiet || prefix !== undefined ? 'pipe' : 'inherit'
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { ...process.env, ...env, PATH },
    stdio: ['ignore', output, output],
    shell,
  })
  underway.add(child)
  let kept = ''
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue
    stream.setEncoding('utf8')
    if (prefix === undefined) stream.on('data', (text: string) => (kept += text))
    else createInterface(stream).on('line', (line) => process.stdout.write(`${prefix} │ ${line}\n`))
  }
  child.once('error', reject)
  child.once('close', (code) => {
    underway.delete(child)
    // while ending, no caller may go on
    if (!isEnding) settle({ code: code ?? 1, output: kept })
  })
  return promise
}

/**
 * Windows starts the programs of packages through .cmd files, which needs its shell: one line, with every
 * word in quotes.
 */
function platformCommand(
  program: string,
  given: string[],
  platform: NodeJS.Platform = process.platform,
): [command: string, args: string[], shell: boolean] {
  if (platform !== 'win32' || program === process.execPath) return [program, given, false]
  return [[program, ...given].map((word) => `"${word}"`).join(' '), [], true]
}
