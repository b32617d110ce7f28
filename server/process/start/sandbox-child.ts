import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from '../../config.ts'
import { codeCache } from '../../launch.ts'

const PROGRAM = fileURLToPath(new URL('../../../sandbox/main.ts', import.meta.url))
/** Uses the same code cache. */
const CODE_CACHE_ARGS = ['--import', codeCache]
const RESTART_MS = 1_000
const STOP_LIMIT_MS = 5_000

/** The sandbox did not start; the message is its standard error. */
export class SandboxError extends Error {}

export interface SandboxChild {
  /** Resolves when it first answers; rejects with its standard error when it exits before. */
  ready: Promise<void>
  stop(): Promise<void>
}

/** Runs the payment sandbox as a child process and restarts it after a crash; it ends with this process. */
export function startSandboxChild(
  config: Config,
  onRestart: (reason: string) => void,
): SandboxChild {
  let isStopping = false
  let isReady = false
  let timer: NodeJS.Timeout | undefined
  const first = Promise.withResolvers<void>()
  let child = launch()

  function launch(): ChildProcess {
    const started = fork(PROGRAM, {
      execArgv: CODE_CACHE_ARGS,
      env: environmentFor(config),
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
      if (!isReady) return first.reject(new SandboxError(reason))
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

function environmentFor(config: Config): NodeJS.ProcessEnv {
  const { payments, host, ownUrl, publicUrl, corsOrigins, dataDir } = config
  return {
    SANDBOX_PORT: String(payments.sandboxPort),
    SANDBOX_HOST: host,
    SANDBOX_DIR: join(dataDir, 'sandbox'),
    SANDBOX_SECRET_KEY: payments.secretKey,
    SANDBOX_PUBLISHABLE_KEY: payments.publishableKey,
    SANDBOX_WEBHOOK_URL: `${ownUrl}/webhooks/stripe`,
    SANDBOX_WEBHOOK_SECRET: payments.webhookSecrets[0],
    SANDBOX_PUBLIC_URL: payments.sandboxUrl ?? '',
    // both names of this machine
    SANDBOX_ALLOW_ORIGINS: [
      publicUrl,
      publicUrl.replace('//localhost', '//127.0.0.1'),
      ...corsOrigins,
    ].join(','),
  }
}
