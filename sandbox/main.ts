import { setTimeout as pause } from 'node:timers/promises'
import { styleText } from 'node:util'
import closeWithGrace from 'close-with-grace'
import * as z from 'zod/mini'
import { startSandbox, type RunningSandbox, type SandboxOptions } from './server.ts'

const PORT_WAIT_MS = 3000
const PORT_RETRY_MS = 100

z.config(z.locales.en())
const text = z.string().check(z.minLength(1))

/** Everything that can be set, by environment variables alone. */
const settings = z
  .object({
    SANDBOX_PORT: z._default(
      z.coerce.number().check(z.int(), z.minimum(0), z.maximum(65_535)),
      4242,
    ),
    SANDBOX_HOST: z._default(text, '127.0.0.1'),
    SANDBOX_DIR: z._default(text, './data/sandbox'),
    SANDBOX_SECRET_KEY: text.check(z.startsWith('sk_test_')),
    SANDBOX_PUBLISHABLE_KEY: text.check(z.startsWith('pk_test_')),
    SANDBOX_WEBHOOK_URL: z.optional(z.url()),
    SANDBOX_WEBHOOK_SECRET: z.optional(text.check(z.startsWith('whsec_'))),
    SANDBOX_PUBLIC_URL: z.optional(z.url()),
    SANDBOX_ALLOW_ORIGINS: z._default(z.string(), ''),
  })
  .check(
    z.refine(
      (given) => !given.SANDBOX_WEBHOOK_URL === !given.SANDBOX_WEBHOOK_SECRET,
      'SANDBOX_WEBHOOK_URL and SANDBOX_WEBHOOK_SECRET belong together',
    ),
  )

// An empty variable is an absent one.
const given = settings.safeParse(
  Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== '')),
)
if (!given.success) fail(z.prettifyError(given.error))

const env = given.data
const webhook =
  env.SANDBOX_WEBHOOK_URL && env.SANDBOX_WEBHOOK_SECRET
    ? { url: env.SANDBOX_WEBHOOK_URL, secret: env.SANDBOX_WEBHOOK_SECRET }
    : undefined

const sandbox = await startWhenPortIsFree({
  dir: env.SANDBOX_DIR,
  port: env.SANDBOX_PORT,
  host: env.SANDBOX_HOST,
  secretKey: env.SANDBOX_SECRET_KEY,
  publishableKey: env.SANDBOX_PUBLISHABLE_KEY,
  allowOrigins: env.SANDBOX_ALLOW_ORIGINS.split(',').filter(Boolean),
  logger: { level: 'error' },
  ...(webhook && { webhook }),
  ...(env.SANDBOX_PUBLIC_URL && { publicUrl: env.SANDBOX_PUBLIC_URL }),
  onFailure: (error) => fail(error.message),
})

closeWithGrace({ delay: 5000 }, () => sandbox.close())
// Started by another program over a channel, it ends with that program.
const end = (): unknown => process.kill(process.pid, 'SIGTERM')
process.once('disconnect', end)
if (process.send && !process.connected) end()

// Printed last: a parent that waits for this line may send SIGTERM right after it.
process.stdout.write(`支付沙箱 ${styleText('cyan', sandbox.url)}\n`)

/** Waits for the port where an earlier run is just about to leave it. */
async function startWhenPortIsFree(options: SandboxOptions): Promise<RunningSandbox> {
  const deadline = performance.now() + PORT_WAIT_MS
  for (let tries = 0; ; tries++) {
    try {
      return await startSandbox(options)
    } catch (error) {
      const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
      if (!isTaken) fail(error instanceof Error ? error.message : String(error))
      if (performance.now() > deadline) {
        fail(`端口 ${options.port} 已被占用：请关闭占用它的程序，或用 SANDBOX_PORT 换一个端口`)
      }
      if (tries === 0) process.stderr.write(`端口 ${options.port} 被占用，等待释放…\n`)
      await pause(PORT_RETRY_MS)
    }
  }
}

function fail(reason: string): never {
  process.stderr.write(`支付沙箱停止运行：\n${reason}\n`)
  process.exit(1)
}
