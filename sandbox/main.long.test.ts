import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  createClient,
  PUBLISHABLE_KEY,
  SECRET_KEY,
  createTemporaryFolder,
} from './testing/test-sandbox.ts'

// Whole processes start here, and the machine may be busy.
vi.setConfig({ testTimeout: 60_000 })

const program = fileURLToPath(new URL('main.ts', import.meta.url))

function run(env: Record<string, string>) {
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const output = { out: '', err: '' }
  child.stdout.on('data', (chunk: Buffer) => (output.out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output.err += chunk.toString()))
  return { child, output, ended: once(child, 'close') }
}

function runOn(dir: string, port = '0') {
  return run({
    SANDBOX_DIR: dir,
    SANDBOX_PORT: port,
    SANDBOX_PUBLIC_URL: '',
    SANDBOX_SECRET_KEY: SECRET_KEY,
    SANDBOX_PUBLISHABLE_KEY: PUBLISHABLE_KEY,
  })
}

type Run = ReturnType<typeof run>

/** Resolves once the program has output a line there; throws when it ends before. */
async function untilLine({ child, output, ended }: Run, stream: 'out' | 'err'): Promise<void> {
  const source = stream === 'out' ? child.stdout : child.stderr
  while (!output[stream].includes('\n')) {
    await Promise.race([once(source, 'data'), ended])
    if (child.exitCode !== null) throw new Error(output.err)
  }
}

async function started(sandbox: Run) {
  await untilLine(sandbox, 'out')
  const port = Number(/:(\d+)/.exec(sandbox.output.out)?.[1])
  return {
    port,
    stripe: createClient(port),
    kill: async (signal: NodeJS.Signals) => {
      sandbox.child.kill(signal)
      await sandbox.ended
      return sandbox.child.exitCode
    },
  }
}

const start = (dir: string) => started(runOn(dir))

test('without its settings the program lists all that is wrong and exits with 1', async () => {
  const { output, ended } = run({ SANDBOX_PORT: 'x', SANDBOX_SECRET_KEY: 'sk_live_1' })
  expect(await ended).toEqual([1, null])
  for (const name of ['SANDBOX_PORT', 'SANDBOX_SECRET_KEY', 'SANDBOX_PUBLISHABLE_KEY']) {
    expect(output.err).toContain(name)
  }
})

test('SIGTERM ends the program with 0', async () => {
  await using folder = await createTemporaryFolder()
  const sandbox = await start(folder.path)
  expect(await sandbox.kill('SIGTERM')).toBe(0)
})

test('a start waits for the port of an earlier run that is ending', async () => {
  await using folder = await createTemporaryFolder()
  const first = await start(folder.path)
  await first.stripe.paymentIntents.create({ amount: 9900, currency: 'cny' })
  const second = runOn(folder.path, String(first.port))
  await untilLine(second, 'err')
  await first.kill('SIGTERM')
  const { stripe, kill } = await started(second)
  expect((await stripe.paymentIntents.list()).data).toHaveLength(1)
  await kill('SIGTERM')
})

test('a start on a port that stays occupied ends with a message that names it', async () => {
  await using folder = await createTemporaryFolder()
  const somebody = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void somebody.close())
  await once(somebody, 'listening')
  const address = somebody.address()
  const port = typeof address === 'object' ? String(address?.port) : ''
  const { output, ended } = runOn(folder.path, port)
  expect(await ended).toEqual([1, null])
  expect(output.err).toContain(`端口 ${port} 已被占用`)
})
