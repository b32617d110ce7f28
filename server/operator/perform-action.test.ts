import { expect, test } from 'vitest'
import { hasTerminal, onTerminal } from '../testing/operator.ts'
import { startOperatorServer } from '../testing/operator-shop.ts'

const LONG = 90_000

test.skipIf(!hasTerminal)(
  'terminal shows a change and makes it only after yes',
  async () => {
    await using fixture = await startOperatorServer()
    const { settings } = fixture.operator
    const withdraw = ['plans', 'withdraw', 'small', '--reason', 'x']
    const isOnSale = async () =>
      (await fixture.operator.json<{ isOnSale: boolean }[]>(['plans', 'list']))[0]!.isOnSale
    for (const typed of ['\n', 'no\n', 'yess\n', '\u0004', '\u0003']) {
      const { code, screen } = await onTerminal(settings, withdraw, () => typed)
      expect([typed, code]).toEqual([typed, 5])
      expect(screen).toContain('将下架套餐 small（小），之后没有任何套餐在售')
      expect(screen).toContain('没有确认，什么都没有改动')
      expect(await isOnSale()).toBe(true)
    }
    expect(await fixture.operator.json(['audit'])).toEqual([])
    expect((await onTerminal(settings, withdraw, () => 'yes\n')).code).toBe(0)
    expect(await isOnSale()).toBe(false)
    const again = await onTerminal(settings, ['plans', 'withdraw', 'small', '--yes'], () => '')
    expect([again.code, again.screen.includes('确认')]).toEqual([1, false])
  },
  LONG,
)

test(
  'action of a killed program stays unfinished in the audit log, which cannot be changed',
  async () => {
    await using fixture = await startOperatorServer()
    const { sql } = fixture.server
    await fixture.operator.run('plans', 'withdraw', 'small', '--reason', '试')
    await sql`
      insert into operator_actions (id, operator, command, given)
      values (gen_random_uuid(), 'root@shop', 'orders refund', '{"order": "1"}')`
    const { output } = await fixture.operator.run('audit')
    expect(output).toMatch(/root@shop +orders refund order=1 +没有结束/)
    expect(output).toMatch(/plans withdraw plan=small +small +试 +完成/)
    const refusals = [
      sql`delete from operator_actions`,
      sql`truncate operator_actions cascade`,
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
