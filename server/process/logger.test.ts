import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

const LOGGER = JSON.stringify(new URL('logger.ts', import.meta.url).href)

test('process exit writes all waiting lines in order', async () => {
  const { stdout } = start(`
    for (let line = 0; line < 20_000; line += 1) log.info({ line }, 'answered')
    process.exit()`)
  const lines = linesOf(await text(stdout))
  expect(lines.map(({ line }) => line)).toEqual(Array.from({ length: 20_000 }, (_, line) => line))
})

test('a single line is written soon, a fatal one and those before it at once', async () => {
  const child = start(`
    log.info('alone')
    process.stdin.once('data', () => {
      log.info('before')
      log.fatal('last')
      process.kill(process.pid, 'SIGKILL')
    })`)
  const [written] = await once(child.stdout, 'data')
  expect(linesOf(String(written))).toMatchObject([{ msg: 'alone' }])
  child.stdin.write('go on')
  expect(linesOf(await text(child.stdout))).toMatchObject([{ msg: 'before' }, { msg: 'last' }])
})

test('a line break in a value begins no line, and an error of the database is logged without the row that it quotes', async () => {
  const forged = 'Ann\n{"level":60,"msg":"forged"}\r\u2028\u0000'
  const { stdout } = start(`
    log.info({ name: ${JSON.stringify(forged)} }, ${JSON.stringify(forged)})
    const row = { detail: 'Failing row contains (ann@example.com).', constraint: 'users_closed_nameless' }
    log.error({ err: Object.assign(new Error('violates check constraint'), row) }, 'unforeseen failure')
    const inner = Object.assign(new Error('of one'), row)
    log.error({ err: new AggregateError([inner], 'of many') }, 'a batch')
    log.error({ err: 'a text' }, 'thrown text')
    process.exit()`)
  const written = await text(stdout)
  expect(written.trimEnd().split(/[\r\n]/)).toHaveLength(4)
  expect(written).not.toContain('ann@example.com')
  expect(linesOf(written)).toMatchObject([
    { level: 30, name: forged, msg: forged },
    { err: { message: 'violates check constraint', constraint: 'users_closed_nameless' } },
    { err: { message: 'of many', aggregateErrors: [{ constraint: 'users_closed_nameless' }] } },
    { err: 'a text' },
  ])
})

/** Runs a program in which `log` is the production logger. */
function start(program: string) {
  const script = `
    const { createLogger } = await import(${LOGGER})
    const log = createLogger({ isProduction: true, logLevel: 'info' })
    ${program}`
  const args = ['--input-type=module', '--eval', script]
  return spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
}

function linesOf(written: string): Record<string, unknown>[] {
  return written
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}
