import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import * as calls from '#contract/applications/applications.ts'
import { startApplication } from '../testing/applications/application-client.ts'
import { adjust } from '../testing/credit.ts'
import { untilWaiting } from '../testing/database/test-database.ts'
import { oncePerFile } from '../testing/once-per-file.ts'
import { SMALL, startShop } from '../testing/shop.ts'
import { readListVersions } from './replica.store.ts'

const shopOf = oncePerFile(() => startShop())

test('whatever changes holds, charges or the ledger of a customer renews the version, and nobody else’s', async () => {
  await using shop = await startApplication({ credit: 1_000 })
  const { ann, server } = shop
  const user = ann.user.id
  const ben = await server.newUser()
  await adjust(server, ben, { delta: 5 })
  const versionOf = async (id: string) => (await readListVersions(server.sql, id)).credit
  const [before, other] = [await versionOf(user), await versionOf(ben.user.id)]
  const seen = new Set([before])
  const see = async <Answer extends { status: number }>(work: Promise<Answer>) => {
    const answer = await work
    expect(answer.status).toBeLessThan(300)
    const version = await versionOf(user)
    expect(version).not.toBeNull()
    expect(seen).not.toContain(version)
    seen.add(version)
    return answer
  }
  const hold = (reason: string) => see(shop.call(calls.holdCredit, { user, amount: 20, reason }))

  const { charge } = (
    await see(shop.call(calls.chargeCredit, { user, amount: 100, reason: '翻译' }))
  ).body.data
  await see(shop.call(calls.reverseCharge, { user, id: charge.id, amount: 40, reason: '漏译' }))
  const first = (await hold('文档')).body.data.hold
  await see(shop.call(calls.extendHold, { user, id: first.id, expiresIn: 7_200 }))
  await see(shop.call(calls.captureHold, { user, id: first.id, amount: 10 }))
  const second = (await hold('没有完成')).body.data.hold
  await see(shop.call(calls.releaseHold, { user, id: second.id }))
  await adjust(server, ann, { delta: 5 })
  expect(seen).not.toContain(await versionOf(user))
  expect(await versionOf(ben.user.id)).toBe(other)
})

test('whatever changes an order of a customer renews the version, and nobody else’s', async () => {
  const shop = await shopOf()
  const [ann, ben] = [await shop.newUser(), await shop.newUser()]
  const versionOf = async ({ user }: typeof ann) =>
    (await readListVersions(shop.sql, user.id)).orders
  expect(await versionOf(ann)).toBeNull()
  await shop.checkout(ben)
  const other = await versionOf(ben)
  const paid = await shop.buy(ann)
  const afterPayment = await versionOf(ann)
  expect(afterPayment).not.toBeNull()
  const open = await shop.checkout(ann, { id: SMALL.id, num: 2 })
  const afterOrder = await versionOf(ann)
  expect(afterOrder).not.toBe(afterPayment)
  await ann.call(api.recharge.cancelOrder, { id: open.orderId })
  const afterEnd = await versionOf(ann)
  expect(afterEnd).not.toBe(afterOrder)
  await shop.sql`update orders set dispute = 'open' where id = ${paid.orderId}`
  expect(await versionOf(ann)).not.toBe(afterEnd)
  expect(await versionOf(ben)).toBe(other)
})

test('two orders of one customer that change at once: the version is that of the later commit', async () => {
  const shop = await shopOf()
  const ann = await shop.newUser()
  const one = await shop.checkout(ann)
  const two = await shop.checkout(ann, { id: SMALL.id, num: 2 })
  const versionIn = async (sql = shop.sql) => (await readListVersions(sql, ann.user.id)).orders
  let late: Promise<unknown> | undefined
  let early: string | null = null
  await shop.sql.begin(async (tx) => {
    await tx`update orders set failure_code = 'a' where id = ${one.orderId}`
    await tx`set constraints all immediate`
    early = (await readListVersions(tx, ann.user.id)).orders
    late = shop.sql`update orders set failure_code = 'b' where id = ${two.orderId}`
    // its commit waits for this one's
    await untilWaiting(shop.sql)
  })
  await late
  expect(early).not.toBeNull()
  expect(await versionIn()).not.toBe(early)
})
