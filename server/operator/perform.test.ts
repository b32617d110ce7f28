import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { seedPlans } from '../recharge/plans.store.ts'
import { startTestServer } from '../testing/harness.ts'
import { operatorOf } from '../testing/operator.ts'
import { SMALL } from '../testing/shop.ts'

const LONG = 90_000

async function desk() {
  const stack = new AsyncDisposableStack()
  const server = stack.use(await startTestServer())
  await seedPlans(server.sql, [SMALL])
  const operator = stack.use(await operatorOf(server))
  return { server, operator, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

const SCRIPT = '/usr/bin/script'

/** The program on a terminal, at which somebody types when asked. */
async function onTerminal(
  settings: Record<string, string>,
  words: readonly string[],
  typed: string,
) {
  const command = [process.execPath, 'server/operator/main.ts', ...words]
    .map((word) => `'${word}'`)
    .join(' ')
  const child = spawn(
    SCRIPT,
    ['--quiet', '--return', '--flush', '--command', command, '/dev/null'],
    {
      env: { PATH: process.env['PATH'], SHELL: '/bin/sh', NO_COLOR: '1', ...settings },
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  )
  let screen = ''
  let hasTyped = false
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    screen += text
    if (hasTyped || !screen.includes('输入 yes 继续')) return
    hasTyped = true
    child.stdin.write(typed)
  })
  const { promise, resolve } = Promise.withResolvers<number | null>()
  child.once('close', resolve)
  return { code: await promise, screen }
}

test.skipIf(!existsSync(SCRIPT))(
  'at a terminal a change is shown and asked about first; only a yes does it',
  async () => {
    await using here = await desk()
    const { settings } = here.operator
    const withdraw = ['plans', 'withdraw', 'small', '--reason', 'x']
    const isOnSale = async () =>
      (await here.operator.json<{ isOnSale: boolean }[]>(['plans', 'list']))[0]!.isOnSale
    for (const typed of ['\n', 'no\n', 'yess\n', '\u0004', '\u0003']) {
      const { code, screen } = await onTerminal(settings, withdraw, typed)
      expect([typed, code]).toEqual([typed, 5])
      expect(screen).toContain('将下架套餐 small（小），之后没有任何套餐在售')
      expect(screen).toContain('没有确认，什么都没有改动')
      expect(await isOnSale()).toBe(true)
    }
    expect(await here.operator.json(['audit'])).toEqual([])
    expect((await onTerminal(settings, withdraw, 'yes\n')).code).toBe(0)
    expect(await isOnSale()).toBe(false)
    const again = await onTerminal(settings, ['plans', 'withdraw', 'small', '--yes'], '')
    expect([again.code, again.screen.includes('确认')]).toEqual([1, false])
  },
  LONG,
)

test(
  'an action whose program died stays in the log as one that did not end, and nobody rewrites the log',
  async () => {
    await using here = await desk()
    const { sql } = here.server
    await here.operator.run('plans', 'withdraw', 'small', '--reason', '试')
    await sql`
      insert into operator_actions (id, operator, command, given)
      values (gen_random_uuid(), 'root@shop', 'orders refund', '{"order": "1"}')`
    const { output } = await here.operator.run('audit')
    expect(output).toMatch(/root@shop +orders refund order=1 +没有结束/)
    expect(output).toMatch(/plans withdraw plan=small +试 +完成/)
    const refusals = [
      sql`delete from operator_actions`,
      sql`truncate operator_actions`,
      sql`update operator_actions set reason = 'other' where outcome is null`,
      sql`update operator_actions set outcome = 'failed', result = '{}', finished_at = now() where outcome = 'done'`,
      sql`update operator_actions set operator = 'me', outcome = 'done', result = '{}', finished_at = now()`,
    ]
    for (const refusal of await Promise.allSettled(refusals)) {
      expect(refusal).toMatchObject({
        status: 'rejected',
        reason: { message: expect.stringContaining('stays as it is written') },
      })
    }
  },
  LONG,
)
