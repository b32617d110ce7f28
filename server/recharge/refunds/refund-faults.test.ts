import { expect, test, vi } from 'vitest'
import type { Fault } from '../../testing/faulty-proxy.ts'
import { CARDS, proveLedger, type Shop } from '../../testing/shop.ts'
import { finishRefunds } from '../checks/reconcile-reversals.ts'
import { refundOrder } from './refund-order.ts'
import { ahead, quietShopPerFile } from '../../testing/shared-shop.ts'

// six and four orders, one after another
vi.setConfig({ testTimeout: 120_000 })

const quietOf = quietShopPerFile()

function refund({ deps }: Shop, orderId: string, amount?: number) {
  const request = { orderId, reason: '客户要求', actor: 'operator' } as const
  return refundOrder(deps, { ...request, ...(amount !== undefined && { amount }) })
}

/** The first requests to refund meet the fault, further ones go through. */
function breakRefunds({ proxy }: Shop, fault: Fault, times = Infinity): void {
  let met = 0
  proxy.fault = ({ method, path }) => {
    if (method !== 'POST' || path !== '/v1/refunds') return null
    met += 1
    return met <= times ? fault : null
  }
}

async function refundsThere({ provider }: Shop, intentId: string) {
  const path = `/v1/refunds?payment_intent=${intentId}`
  const { data } = await provider<{ data: { amount: number; status: string }[] }>('GET', path)
  return data
}

test('a refund that meets a fault of the provider once is made once', async () => {
  const shop = await quietOf()
  const faults: Fault[] = ['reset before', 'reset after', '500 before', '500 after', '429', 'page']
  for (const fault of faults) {
    const ann = await shop.newUser()
    const { orderId, intentId } = await shop.buy(ann)
    breakRefunds(shop, fault, 1)

    // an answer that was lost is asked for again by the operator
    await refund(shop, orderId, 500).catch(() => refund(shop, orderId, 500))

    shop.proxy.fault = () => null
    expect([fault, await refundsThere(shop, intentId)]).toMatchObject([fault, [{ amount: 500 }]])
    expect(await shop.order(ann, orderId)).toMatchObject({ refundedAmount: 500 })
    expect(await shop.balance(ann)).toBe(1498)
  }
  await proveLedger(shop)
})

test('a refund without an answer is finished by the job, once', async () => {
  const shop = await quietOf()
  const faults: Fault[] = ['reset before', 'reset after', '500 after', '429']
  for (const fault of faults) {
    const ann = await shop.newUser()
    const { orderId, intentId } = await shop.buy(ann)
    // the refund cannot be looked up either
    let isAsked = false
    shop.proxy.fault = ({ method, path }) => {
      if (path !== '/v1/refunds') return null
      if (method === 'GET') return isAsked ? '429' : null
      isAsked = true
      return fault
    }
    await expect(refund(shop, orderId, 500)).rejects.toMatchObject({ code: 'DEPENDENCY_DOWN' })
    shop.proxy.fault = () => null
    expect(isAsked).toBe(true)

    await finishRefunds(shop.deps)
    expect(await shop.sql`select status from refunds where order_id = ${orderId}`).toEqual([
      { status: 'asked' },
    ])
    using _later = ahead(shop, 31_000)
    await Promise.all([finishRefunds(shop.deps), finishRefunds(shop.deps)])

    expect([fault, await refundsThere(shop, intentId)]).toMatchObject([fault, [{ amount: 500 }]])
    expect(await shop.order(ann, orderId)).toMatchObject({ refundedAmount: 500 })
  }
  await proveLedger(shop)
})

test('a refund of another amount is refused while an earlier one has no answer', async () => {
  const shop = await quietOf()
  const ann = await shop.newUser()
  const { orderId, intentId } = await shop.buy(ann)
  breakRefunds(shop, 'reset before')
  await expect(refund(shop, orderId, 500)).rejects.toMatchObject({ code: 'DEPENDENCY_DOWN' })

  await expect(refund(shop, orderId, 600)).rejects.toMatchObject({ code: 'ORDER_STATE' })

  shop.proxy.fault = () => null
  await refund(shop, orderId, 500)
  await refund(shop, orderId, 600)
  expect(await refundsThere(shop, intentId)).toMatchObject([{ amount: 600 }, { amount: 500 }])
})

test('concurrent full refunds refund the order once, beside the payment of another order', async () => {
  const shop = await quietOf()
  const ann = await shop.newUser()
  const { orderId, intentId } = await shop.buy(ann)
  const other = await shop.checkout(ann, { num: 2 })

  const [ends] = await Promise.all([
    Promise.allSettled([1, 2, 3].map(() => refund(shop, orderId))),
    shop.pay(ann, other, CARDS.good),
  ])

  expect(ends.some(({ status }) => status === 'fulfilled')).toBe(true)
  expect(await refundsThere(shop, intentId)).toHaveLength(1)
  expect(await shop.balance(ann)).toBe(4000)
  await proveLedger(shop)
})
