import { expect, test } from 'vitest'
import { finishRefunds } from '../../recharge/checks/reconcile-reversals.ts'
import { offerRefund, refundOrder } from '../../recharge/refunds/refund-order.ts'
import { startInterruptibleProxy } from '../../testing/database/interruptible-line.ts'
import { hasTerminal, onTerminal, operatorOf } from '../../testing/operator.ts'
import { startOperatorShop } from '../../testing/operator-shop.ts'
import { expectProven, refundAsOperator } from '../../testing/refunds.ts'
import { type Shop, startShop } from '../../testing/shop.ts'

const LONG = 60_000

async function refundsThere({ provider }: Shop, intentId: string): Promise<number[]> {
  const path = `/v1/refunds?payment_intent=${intentId}`
  const { data } = await provider<{ data: { amount: number }[] }>('GET', path)
  return data.map(({ amount }) => amount)
}

/** The provider does not answer requests of refunds. */
function loseRefunds(shop: Shop): void {
  shop.proxy.fault = ({ method, path }) =>
    method === 'POST' && path === '/v1/refunds' ? 'reset before' : null
}

/** Requests a refund that the provider does not answer. */
async function leaveOpen(shop: Shop, orderId: string, amount: number): Promise<void> {
  loseRefunds(shop)
  await expect(refundAsOperator(shop, orderId, { amount })).rejects.toMatchObject({
    code: 'DEPENDENCY_DOWN',
  })
  shop.proxy.fault = () => null
}

/** The timed job finishes what has no answer. */
async function finishByJob(shop: Shop): Promise<void> {
  shop.advance(31_000)
  await finishRefunds(shop.deps)
}

test.skipIf(!hasTerminal)(
  'open refund that the job finishes while the operator is asked is not made again',
  async () => {
    await using fixture = await startOperatorShop()
    const { shop, operator } = fixture
    const ann = await shop.newUser()
    const { orderId, intentId } = await shop.buy(ann)
    await shop.loseEvents()
    await leaveOpen(shop, orderId, 500)

    const { code, screen } = await onTerminal(
      operator.settings,
      ['orders', 'refund', orderId],
      async () => {
        await finishByJob(shop)
        return 'yes\n'
      },
    )

    expect(screen).toMatch(/退款：¥5\.00，已退款/)
    expect(code).toBe(0)
    expect(await refundsThere(shop, intentId)).toEqual([500])
    expect(await shop.order(ann, orderId)).toMatchObject({ refundedAmount: 500 })
    await expectProven(shop)
  },
  LONG,
)

test(
  'one command given twice at once refunds once',
  async () => {
    await using fixture = await startOperatorShop()
    const { shop, operator } = fixture
    const ann = await shop.newUser()
    const { orderId, intentId } = await shop.buy(ann)
    const words = ['orders', 'refund', orderId, '--amount', '5', '--reason', '补偿']

    const ends = await Promise.allSettled([1, 2, 3].map(() => operator.json(words)))

    expect(ends.some(({ status }) => status === 'fulfilled')).toBe(true)
    expect(await refundsThere(shop, intentId)).toEqual([500])
    await expectProven(shop)
  },
  LONG,
)

test(
  'command given again after the job finished its refund is refused; another reason makes another refund',
  async () => {
    await using fixture = await startOperatorShop()
    const { shop, operator } = fixture
    const ann = await shop.newUser()
    const { orderId, intentId } = await shop.buy(ann)
    await leaveOpen(shop, orderId, 500)
    await finishByJob(shop)
    const words = (reason: string) => {
      return ['orders', 'refund', orderId, '--amount', '5', '--reason', reason]
    }

    expect(await operator.refusal(...words('客户要求'))).toMatchObject({
      exit: 1,
      code: 'ORDER_STATE',
      message: expect.stringContaining('没有再退款'),
    })
    expect(await refundsThere(shop, intentId)).toEqual([500])

    await operator.json(words('再补偿'))
    expect(await refundsThere(shop, intentId)).toEqual([500, 500])
    await expectProven(shop)
  },
  LONG,
)

test(
  'refund whose commit or whose provider does not answer is unknown, and the same command makes it once',
  async () => {
    await using shop = await startShop()
    const ann = await shop.newUser()
    const { orderId, intentId } = await shop.buy(ann)
    await using line = await startInterruptibleProxy(shop.database.url)
    await using operator = await operatorOf({
      ...{ config: shop.config, database: shop.database },
      settings: { DATABASE_URL: line.url, STRIPE_API_BASE: shop.proxy.url },
    })
    const words = ['orders', 'refund', orderId, '--amount', '5', '--reason', '补偿']

    line.closeInsteadOfAnswering('commit', 'insert into refunds')
    expect(await operator.refusal(...words)).toMatchObject({ exit: 4, code: 'UNKNOWN' })
    loseRefunds(shop)
    expect(await operator.refusal(...words)).toMatchObject({ exit: 4, code: 'PROVIDER' })
    shop.proxy.fault = () => null
    await operator.json(words)

    expect(await refundsThere(shop, intentId)).toEqual([500])
    expect(await operator.audit(orderId)).toMatchObject([
      { outcome: 'done' },
      { outcome: 'unknown', result: { code: 'PROVIDER' } },
      { outcome: 'unknown', result: { code: 'UNKNOWN' } },
    ])
    await expectProven(shop)
  },
  LONG,
)

test.each([
  ['by the policy', { amount: 1990, isByPolicy: true }],
  ['of the operator’s own amount', { amount: 300 }],
])(
  'refund %s is refused when another one was made after the offer',
  async (_, terms) => {
    await using shop = await startShop()
    const ann = await shop.newUser()
    const { orderId, intentId } = await shop.buy(ann)
    const seen = await offerRefund(shop.deps, { orderId, actor: 'operator' })
    await refundAsOperator(shop, orderId, { amount: 500 })

    const late = { orderId, ...terms, seen, reason: '退款', actor: 'operator' } as const
    await expect(refundOrder(shop.deps, late)).rejects.toMatchObject({
      code: 'ORDER_STATE',
      message: '刚刚有另一笔退款有了结果：没有再退款，请再看一次',
    })

    expect(await refundsThere(shop, intentId)).toEqual([500])
  },
  LONG,
)

test(
  'refund of another amount is refused when the open one has come to its end since the offer',
  async () => {
    await using shop = await startShop()
    const ann = await shop.newUser()
    const { orderId, intentId } = await shop.buy(ann)
    await leaveOpen(shop, orderId, 500)
    const seen = await offerRefund(shop.deps, { orderId, actor: 'operator' })
    await finishByJob(shop)

    await expect(refundAsOperator(shop, orderId, { amount: 600, seen })).rejects.toMatchObject({
      code: 'ORDER_STATE',
    })

    expect(await refundsThere(shop, intentId)).toEqual([500])
  },
  LONG,
)
