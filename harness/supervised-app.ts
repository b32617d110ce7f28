import { atExit } from './at-exit.ts'
import { type ChildProcess, spawn } from 'node:child_process'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { endProcess, hasEnded, untilReady } from './processes.ts'

const RESTART_PAUSE_MS = 50
const LOG_TAIL_CHARACTERS = 4_000

/** Returns how to launch the app's process; called for each launch. */
export interface Launch {
  /** Files that Node imports before the app. */
  imports: readonly string[]
  env: Record<string, string>
}

export interface SupervisedApp extends AsyncDisposable {
  url: string
  /** kill -9; the app is started again at once. */
  kill(): void
  kills: () => number
  /** How often the process died of SIGKILL without `kill`. */
  crashes: () => number
  /** Ends the process and starts it with another launch; resolves once it is ready. */
  restart(launch?: () => Launch, whileDown?: () => Promise<void>): Promise<void>
  ready(): Promise<void>
}

interface Options {
  /** The repository, or a copy of it. */
  root: string
  /** In `root`; the shop's own by default. */
  program?: string
  /** Answers 200 when the program can be used. */
  readyPath?: string
  port: number
  env: Record<string, string>
  logFile: string
}

/** Runs a program, by default the shop's, and starts it again whenever it dies. */
export async function startSupervisedApp(options: Options): Promise<SupervisedApp> {
  const { root, program = 'server/main.ts', readyPath = '/readyz', port, env, logFile } = options
  const url = `http://127.0.0.1:${port}`
  const log = await open(logFile, 'a')
  let currentLaunch = (): Launch => ({ imports: [], env: {} })
  let kills = 0
  let crashes = 0
  let isKilled = false
  let isSupervised = true
  let restartTimer: NodeJS.Timeout | undefined
  let child = spawnApp()
  const forget = atExit(() => child.kill('SIGKILL'))

  function spawnApp(): ChildProcess {
    const launch = currentLaunch()
    const imports = launch.imports.flatMap((file) => ['--import', pathToFileURL(file).href])
    isKilled = false
    const spawned = spawn(process.execPath, [...imports, join(root, program)], {
      cwd: root,
      stdio: ['ignore', log.fd, log.fd],
      env: { PATH: process.env['PATH'], ...env, ...launch.env },
    })
    spawned.once('exit', (_code, signal) => {
      if (signal === 'SIGKILL' && !isKilled) crashes += 1
      if (isSupervised) restartTimer = setTimeout(() => (child = spawnApp()), RESTART_PAUSE_MS)
    })
    return spawned
  }

  async function end(): Promise<void> {
    isSupervised = false
    isKilled = true
    clearTimeout(restartTimer)
    await endProcess(child, 'SIGKILL')
  }

  async function ready(): Promise<void> {
    await untilReady(url + readyPath).catch(async (error: unknown) => {
      const output = (await readFile(logFile, 'utf8')).slice(-LOG_TAIL_CHARACTERS)
      throw new Error(`the app does not start:\n${output}`, { cause: error })
    })
  }

  return {
    url,
    kill() {
      if (hasEnded(child)) return
      isKilled = true
      kills += Number(child.kill('SIGKILL'))
    },
    kills: () => kills,
    crashes: () => crashes,
    async restart(launch = () => ({ imports: [], env: {} }), whileDown) {
      await end()
      await whileDown?.()
      currentLaunch = launch
      isSupervised = true
      child = spawnApp()
      await ready()
    },
    ready,
    async [Symbol.asyncDispose]() {
      await end()
      forget()
      await log.close()
    },
  }
}
