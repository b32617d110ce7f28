import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { processesOf } from '#harness/processes.ts'
import { ROOT } from './run-program.ts'

const LONG = 240_000
const POLL = { timeout: 100_000, interval: 100 }

/** Starts an npm script with a folder for temporary files of its own. */
async function npmRun(...words: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'ends-whole-'))
  const npm = spawn('npm', ['run', ...words], {
    cwd: ROOT,
    env: { ...process.env, TMPDIR: folder, DATA_DIR: join(folder, 'data') },
    stdio: ['ignore', 'pipe', 'ignore'],
    // a process group of its own, which gets our signals only
    detached: true,
  })
  let output = ''
  npm.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  const ended = once(npm, 'exit')
  return {
    output: () => output,
    folder,
    npm,
    ended,
    async [Symbol.asyncDispose]() {
      npm.kill('SIGKILL')
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

test.skipIf(process.platform !== 'linux').each([
  ['npm alone gets SIGTERM', ({ pid }: ChildProcess) => process.kill(pid!, 'SIGTERM')],
  ['the user presses Ctrl-C', ({ pid }: ChildProcess) => process.kill(-pid!, 'SIGINT')],
])(
  'when %s, the bench leaves no browser, shop or database running',
  async (_, interrupt) => {
    await using bench = await npmRun('bench', '--', 'lighthouse', '--page', '/account/login')
    const isBrowser = (command: string) => command.includes(`--user-data-dir=${bench.folder}`)
    await expect
      .poll(async () => (await processesOf(bench.folder)).some(isBrowser), POLL)
      .toBe(true)
    interrupt(bench.npm)
    await bench.ended
    await expect.poll(() => processesOf(bench.folder), POLL).toEqual([])
    // interrupted long before its end
    expect(bench.output()).toContain('measuring lighthouse')
    expect(bench.output()).not.toContain('Every round is kept')
  },
  LONG,
)
