import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { OperatorResult } from './run-operator.ts'

const PROGRAM = fileURLToPath(new URL('operator-process.ts', import.meta.url))

/** A command, as `operator-process.ts` receives it. */
export interface OperatorCall {
  id: number
  words: readonly string[]
  settings: Record<string, string>
}

export interface OperatorAnswer extends OperatorResult {
  id: number
}

let terminal: ChildProcess | undefined
let count = 0

/**
 * Like `runOperator`, in a process that stays and has loaded the code already: starting it takes a second of the
 * processor, each command after that a fiftieth. It ends with this process.
 */
export function runAtTerminal(
  settings: Record<string, string>,
  words: readonly string[],
): Promise<OperatorResult> {
  const env = { PATH: process.env['PATH'], NO_COLOR: '1', LIMITS_FACTOR: '4' }
  terminal ??= fork(PROGRAM, { env, execArgv: [] })
  const started = terminal
  const id = (count += 1)
  return new Promise((resolve, reject) => {
    const end = (code: number | null) => reject(new Error(`the terminal ended with ${code}`))
    function hear(answer: OperatorAnswer) {
      if (answer.id !== id) return
      started.off('message', hear).off('exit', end)
      resolve(answer)
    }
    started.on('message', hear).on('exit', end)
    started.send({ id, words, settings: { LIMITS_FACTOR: '4', ...settings } })
  })
}
