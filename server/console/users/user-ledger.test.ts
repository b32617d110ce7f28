import { expect, test } from 'vitest'
import { listUserLedger } from '#contract/console/users.ts'
import type { CallInputOf } from '#contract/endpoint.ts'
import { chargeCredit } from '../../credit/spending/spend-credit.ts'
import { newApplication, spendRequest } from '../../testing/applications/applications.ts'
import { startConsoleShop } from '../../testing/console/console-shop.ts'
import { adjust } from '../../testing/credit.ts'
import { consumeAsTool } from '../../testing/refunds.ts'
import { CARDS } from '../../testing/shop.ts'

const LONG = 60_000
const isoTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/)

type Fixture = Awaited<ReturnType<typeof startConsoleShop>>

async function ledger({ viewer }: Fixture, input: CallInputOf<typeof listUserLedger>) {
  const { status, body } = await viewer.call(listUserLedger, input)
  if (status !== 200) throw new Error(`${status} ${body.code}: ${body.message}`)
  return body.data
}

test(
  'ledger in pages: every movement once with who made it',
  async () => {
    await using fixture = await startConsoleShop()
    const { shop } = fixture
    const ann = await shop.newUser()
    await adjust(shop, ann, { delta: 1000 })
    for (let count = 1; count <= 6; count += 1) await consumeAsTool(shop, ann, count)
    await shop.pay(ann, await shop.checkout(ann), CARDS.good)
    const application = await newApplication(shop)
    await chargeCredit(shop.deps, spendRequest(application, ann), { amount: 5, reason: '翻译文档' })
    const first = await ledger(fixture, { user: ann.user.email, limit: 4 })
    expect(first).toMatchObject({ count: 9, next: 6 })
    expect(first.entries[0]).toEqual({
      position: 9,
      type: 'consume',
      delta: -5,
      balanceAfter: 2974,
      orderNo: null,
      by: 'AI 工具',
      reason: '翻译文档',
      createdAt: isoTime,
    })
    const second = await ledger(fixture, { user: ann.user.id, limit: 4, before: first.next! })
    const third = await ledger(fixture, { user: ann.user.id, limit: 4, before: second.next! })
    expect(third.next).toBeNull()
    const positions = [first, second, third].flatMap(({ entries }) =>
      entries.map(({ position }) => position),
    )
    expect(positions).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1])
    expect(third.entries.at(-1)).toMatchObject({ type: 'adjust', by: '运营', reason: '补偿' })
    expect(await ledger(fixture, { user: ann.user.id, limit: 9 })).toMatchObject({ next: null })
  },
  LONG,
)
