import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { codeCache } from '../../launch.ts'

/** Uses the same code cache. */
const CODE_CACHE_ARGS = ['--import', codeCache]
const RESTART_MS = 1_000
const STOP_LIMIT_MS = 5_000

/** The program did not start; the message is its standard error. */
export class ChildProgramError extends Error {}

export interface ChildProgram {
  /** Resolves when it first answers; rejects with its standard error when it exits before. */
  ready: Promise<void>
  stop(): Promise<void>
}

/** Runs a program as a child process and restarts it after a crash; it ends with this process. */
export function startChildProgram(
  program: string,
  env: NodeJS.ProcessEnv,
  onRestart: (reason: string) => void,
): ChildProgram {
  let isStopping = false
  let isReady = false
  let timer: NodeJS.Timeout | undefined
  const first = Promise.withResolvers<void>()
  let child = launch()

  function launch(): ChildProcess {
    const started = fork(program, {
      execArgv: CODE_CACHE_ARGS,
      env,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // outside the terminal's process group: at Ctrl-C running requests still need it
      detached: true,
    })
    let lastOutput = ''
    started.stderr?.setEncoding('utf8').on('data', (text: string) => {
      lastOutput = (lastOutput + text).slice(-2_000)
    })
    started.stdout?.once('data', () => {
      isReady = true
      first.resolve()
    })
    started.stdout?.resume()
    started.once('exit', (code, signal) => {
      if (isStopping) return
      const reason = lastOutput.trim() || `exit ${signal ?? code}`
      if (!isReady) return first.reject(new ChildProgramError(reason))
      onRestart(reason)
      timer = setTimeout(() => (child = launch()), RESTART_MS)
    })
    return started
  }

  return {
    ready: first.promise,
    async stop() {
      isStopping = true
      clearTimeout(timer)
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      const force = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS)
      await ended
      clearTimeout(force)
    },
  }
}
