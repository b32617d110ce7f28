import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { ROOT } from '../../scripts/run.ts'

const RESTART_PAUSE_MS = 50
const READY_LIMIT_MS = 60_000
const POLL_MS = 20

/** What is loaded into the app's process before the app. */
export interface Handicap {
  /** How wrong its clock goes; each life asks anew. */
  clockMs?: () => number
  /** Where it dies by itself, and how likely each time it passes there. */
  crash?: { point: string; percent: number; seed: () => number } | null
}

export interface MortalApp extends AsyncDisposable {
  url: string
  /** kill -9; it is started again at once. */
  kill(): void
  kills: () => number
  /** How often it died by itself. */
  crashes: () => number
  /** Ends this life and goes on with another handicap, once it answers. */
  restart(handicap: Handicap, betweenLives?: () => Promise<void>): Promise<void>
  ready(): Promise<void>
}

interface Options {
  /** The repository, or a copy of it. */
  root: string
  port: number
  env: Record<string, string>
  logFile: string
  handicap?: Handicap
}

const PRELOADS = join(ROOT, 'faults/preload')

/** The shop's own process, `node server/main.ts`, brought back whenever it dies. */
export async function startMortalApp(options: Options): Promise<MortalApp> {
  const { root, port, env, logFile } = options
  const url = `http://127.0.0.1:${port}`
  const log = await open(logFile, 'a')
  let handicap = options.handicap ?? {}
  let kills = 0
  let crashes = 0
  let isKilled = false
  let isSupervised = true
  /** The next life, after one has ended. */
  let next: NodeJS.Timeout | undefined
  let child = launch()
  const endWithUs = (): unknown => child.kill('SIGKILL')
  process.once('exit', endWithUs)

  function launch(): ChildProcess {
    const { clockMs, crash } = handicap
    const preloads = [...(clockMs ? ['clock.ts'] : []), ...(crash ? ['crash-point.ts'] : [])]
    isKilled = false
    const life = spawn(
      process.execPath,
      [
        ...preloads.flatMap((file) => ['--import', pathToFileURL(join(PRELOADS, file)).href]),
        join(root, 'server/main.ts'),
      ],
      {
        cwd: root,
        stdio: ['ignore', log.fd, log.fd],
        env: {
          PATH: process.env['PATH'],
          ...env,
          ...(clockMs && { FAULTS_CLOCK_MS: String(clockMs()) }),
          ...(crash && {
            FAULTS_CRASH_POINT: crash.point,
            FAULTS_CRASH_PERCENT: String(crash.percent),
            FAULTS_CRASH_SEED: String(crash.seed()),
          }),
        },
      },
    )
    life.once('exit', (_code, signal) => {
      if (signal === 'SIGKILL' && !isKilled) crashes += 1
      if (isSupervised) next = setTimeout(() => (child = launch()), RESTART_PAUSE_MS)
    })
    return life
  }

  async function end(): Promise<void> {
    isSupervised = false
    isKilled = true
    clearTimeout(next)
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }

  async function ready(): Promise<void> {
    for (const deadline = Date.now() + READY_LIMIT_MS; Date.now() < deadline;) {
      const answer = await fetch(`${url}/readyz`).catch(() => null)
      await answer?.body?.cancel()
      if (answer?.status === 200) return
      await delay(POLL_MS)
    }
    throw new Error(`the app does not start:\n${(await readFile(logFile, 'utf8')).slice(-4_000)}`)
  }

  return {
    url,
    kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      isKilled = true
      kills += Number(child.kill('SIGKILL'))
    },
    kills: () => kills,
    crashes: () => crashes,
    async restart(changed, betweenLives) {
      await end()
      await betweenLives?.()
      handicap = changed
      isSupervised = true
      child = launch()
      await ready()
    },
    ready,
    async [Symbol.asyncDispose]() {
      await end()
      process.off('exit', endWithUs)
      await log.close()
    },
  }
}
