import { expect, test } from 'vitest'
import { exportData } from '#contract/account/personal-data.ts'
import { administer } from '../../testing/database/administer.ts'
import { newApplication, spendRequest } from '../../testing/applications/applications.ts'
import { closeForGood } from '../../testing/console/console-shop.ts'
import { adjust } from '../../testing/credit.ts'
import { startTestServer } from '../../testing/harness.ts'
import { startOperatorServer, startOperatorShop } from '../../testing/operator-shop.ts'
import { uuidv7 } from '../../db/ids.ts'
import { chargeCredit } from '../../credit/spending/spend-credit.ts'
import { reverseCharge } from '../../credit/spending/reverse-charge.ts'

test('ledger and audit log let texts of closed accounts become empty, and nothing else', async () => {
  await using fixture = await startOperatorServer()
  const { server, operator } = fixture
  const [ann, ben] = [await server.newUser(), await server.newUser()]
  for (const { user } of [ann, ben]) {
    await operator.json(['users', 'credit', user.id, '--give', '5', '--reason', 'why', '--yes'])
  }
  const eve = await server.newUser()
  // an action about somebody else is not in the export
  expect((await eve.call(exportData, {})).body.data.operatorActions).toEqual([])
  await closeForGood(server, ann)

  const texts = await server.sql<{ userId: string; reason: string | null; given: string }>`
    select user_id as "userId", l.reason, a.given::text || coalesce(a.reason, '') as given
    from credit_ledger l join operator_actions a on a.subject = l.user_id::text`
  expect(texts.toSorted((a, b) => (a.userId < b.userId ? -1 : 1))).toEqual([
    { userId: ann.user.id, reason: null, given: expect.not.stringContaining('why') },
    { userId: ben.user.id, reason: 'why', given: expect.stringContaining('why') },
  ])
  for (const { user } of [ann, ben]) {
    for (const change of ["reason = 'another'", 'reason = null, delta = delta + 1']) {
      await expect(
        administer(
          server.database.url,
          `update credit_ledger set ${change} where user_id = '${user.id}'`,
        ),
      ).rejects.toThrow('append-only')
    }
    for (const change of ["reason = 'another'", "reason = null, operator = 'nobody'"]) {
      await expect(
        administer(
          server.database.url,
          `update operator_actions set ${change} where subject = '${user.id}'`,
        ),
      ).rejects.toThrow('stays as it is written')
    }
  }
  for (const table of ['credit_ledger', 'operator_actions']) {
    await expect(
      administer(server.database.url, `update ${table} set reason = null where reason = 'why'`),
    ).rejects.toThrow(/append-only|stays as it is written/)
  }
  const emptied = `select forget_texts_about('${ben.user.id}')`
  await expect(administer(server.database.url, emptied)).rejects.toThrow('its texts stay')
})

test('a call that an application repeats after the erasure gets ACCOUNT_CLOSED and books nothing', async () => {
  await using server = await startTestServer()
  const ann = await server.newUser()
  await adjust(server, ann, { delta: 500 })
  const tool = await newApplication(server)
  const terms = { amount: 20, reason: '翻译文档' }
  const [first, second] = [spendRequest(tool, ann), spendRequest(tool, ann)]
  const { charge } = await chargeCredit(server.deps, first, terms)
  const reversal = { chargeId: charge.id, amount: 5, reason: '多扣' }
  await reverseCharge(server.deps, second, reversal)
  await closeForGood(server, ann)
  const entries = () => server.sql`select position from credit_ledger`
  const before = await entries()

  await expect(chargeCredit(server.deps, first, terms)).rejects.toMatchObject({
    code: 'ACCOUNT_CLOSED',
  })
  await expect(reverseCharge(server.deps, second, reversal)).rejects.toMatchObject({
    code: 'ACCOUNT_CLOSED',
  })

  expect(await entries()).toEqual(before)
})

test('the export has refunds and notes, but not how an identity was verified', async () => {
  await using fixture = await startOperatorShop()
  const { shop, operator } = fixture
  const ann = await shop.newUser()
  const { orderId } = await shop.buy(ann)
  const refund = ['orders', 'refund', orderId, '--amount', '1.00', '--reason', '多付了', '--yes']
  await operator.json(refund)
  await shop.sql`
    insert into operator_actions (id, operator, command, given, subject, reason)
    values (${uuidv7()}, 'root@shop', 'users change-email', '{}', ${ann.user.id}, '看过身份证')`

  const { data } = (await ann.call(exportData, {})).body

  expect(data.orders).toMatchObject([{ refunds: [{ amount: 100, reason: '多付了' }] }])
  expect(data.operatorActions).toMatchObject([
    { action: 'users change-email', note: null },
    { action: 'orders refund', note: '多付了' },
  ])
  expect(data.orders[0]!.refunds).toHaveLength(1)
})
