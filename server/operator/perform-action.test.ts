import { expect, test } from 'vitest'
import { listAllPlans } from '../recharge/plans/plans.store.ts'
import { answering, hasTerminal, onTerminal } from '../testing/operator.ts'
import { startOperatorServer } from '../testing/operator-shop.ts'
import { oncePerFile } from '../testing/once-per-file.ts'

const deskOf = oncePerFile(startOperatorServer)

const withdraw = ['plans', 'withdraw', 'small', '--reason', 'x']

test('a change is shown and made only after yes', async () => {
  const { operator, server } = await deskOf()
  const isOnSale = async () => (await listAllPlans(server.sql))[0]!.isOnSale
  const actions = () => operator.audit('small')
  const before = await actions()
  for (const typed of ['\n', 'no\n', 'yess\n', null]) {
    const { code, screen } = await answering(operator.settings, withdraw, () => typed)
    expect([typed, code]).toEqual([typed, 5])
    expect(screen).toContain('将下架套餐 small（小），之后没有任何套餐在售')
    expect(screen).toContain('没有确认，什么都没有改动')
    expect(await isOnSale()).toBe(true)
  }
  expect(await actions()).toEqual(before)
  expect((await answering(operator.settings, withdraw, () => 'yes\n')).code).toBe(0)
  expect(await isOnSale()).toBe(false)
  const again = ['plans', 'withdraw', 'small', '--yes']
  const { code, screen } = await answering(operator.settings, again, () => '')
  expect([code, screen.includes('确认')]).toEqual([1, false])
  await operator.run('plans', 'restore', 'small')
})

test.skipIf(!hasTerminal)('at a real terminal Ctrl-C is a no', async () => {
  const { operator } = await deskOf()
  const { code, screen } = await onTerminal(operator.settings, withdraw, () => '\u0003')
  expect([code, screen]).toEqual([5, expect.stringContaining('没有确认，什么都没有改动')])
})

test('action of a killed program stays unfinished in the audit log, which cannot be changed', async () => {
  const { operator, server } = await deskOf()
  const { sql } = server
  await operator.run('plans', 'withdraw', 'small', '--reason', '试')
  await operator.run('plans', 'restore', 'small')
  await sql`
    insert into operator_actions (id, operator, command, given)
    values (uuidv7(), 'root@shop', 'orders refund', '{"order": "1"}')`
  expect((await operator.audit()).slice(0, 3)).toMatchObject([
    { command: 'orders refund', outcome: null },
    { command: 'plans restore' },
    { command: 'plans withdraw', subject: 'small', reason: '试', outcome: 'done' },
  ])
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
})
