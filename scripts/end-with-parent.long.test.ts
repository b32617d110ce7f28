import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { processesOf } from '#harness/processes.ts'
import { ROOT } from './run-program.ts'

const LONG = 240_000
const POLL = { timeout: 100_000, interval: 100 }

test.skipIf(process.platform !== 'linux')(
  'command whose shell is killed stops its children, then itself',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ends-whole-'))
    const endless = `await new Promise(() => setInterval(() => {}, 1_000))`
    const program = `import { endChildrenOnSignal, runProgram } from './scripts/run-program.ts'
endChildrenOnSignal()
await runProgram(process.execPath, ['--input-type=module', '--eval', ${JSON.stringify(endless)}])`
    await writeFile(join(folder, 'program.ts'), program.replace('./scripts', join(ROOT, 'scripts')))
    // as npm runs a script: a shell that waits for it
    const line = `'${process.execPath}' '${join(folder, 'program.ts')}'; true`
    const shell = spawn('sh', ['-c', line], {
      env: { ...process.env, TMPDIR: folder },
      stdio: 'ignore',
    })
    await expect.poll(() => processesOf(folder), POLL).toHaveLength(3)
    shell.kill('SIGTERM')
    await expect.poll(() => processesOf(folder), POLL).toEqual([])
    await rm(folder, { recursive: true })
  },
  LONG,
)

test('npm start says that it starts before it builds anything', async () => {
  const start = spawn(process.execPath, [join(ROOT, 'scripts/start.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [first] = await once(start.stdout, 'data')
  start.kill('SIGTERM')
  expect(String(first)).toContain('正在启动')
  await once(start, 'close')
})
