import * as fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { api } from '#contract/api.ts'
import type { Intent } from '../../gateways/payments/payments.ts'
import type { TestUser } from '../../testing/harness.ts'
import { limitPlan, readStock } from '../../testing/limited-plans.ts'
import { type Shop, SMALL, startShop } from '../../testing/shop.ts'
import { expireOrders } from '../checks/reconcile-orders.ts'
import { applySnapshot } from '../payments/apply-snapshot.ts'
import { findOrder } from './orders.store.ts'

vi.setConfig({ testTimeout: 120_000 })
const OVERDUE_MS = 31 * 60_000

type Step =
  | { do: 'place'; num: number }
  /** By the buyer; by the provider, which has cancelled the intent; and what the provider reports of a payment. */
  | {
      do: 'cancel' | 'report cancelled' | 'report processing' | 'pay' | 'pay other amount'
      which: number
    }
  /** All open orders, by the job. */
  | { do: 'expire' }
  | { do: 'limit'; stock: number }

const which = fc.nat({ max: 9 })
const of = <Name extends string>(name: Name) => fc.constant(name)
const step: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: fc.record({ do: of('place'), num: fc.integer({ min: 1, max: 3 }) }), weight: 4 },
  { arbitrary: fc.record({ do: of('cancel'), which }), weight: 2 },
  fc.record({ do: of('report cancelled'), which }),
  fc.record({ do: of('report processing'), which }),
  { arbitrary: fc.record({ do: of('pay'), which }), weight: 4 },
  fc.record({ do: of('pay other amount'), which }),
  fc.record({ do: of('expire') }),
  fc.record({ do: of('limit'), stock: fc.integer({ min: 0, max: 9 }) }),
)

/** An order whose intent the provider knows only by what the steps report. */
async function place(shop: Shop, num: number) {
  const buyer = await shop.newUser()
  const { status, body } = await buyer.call(api.recharge.placeOrder, { id: SMALL.id, num })
  if (status !== 200) return { code: body.code }
  const { id } = body.data.order
  await shop.sql`update orders set payment_intent_id = ${`pi_${id}`} where id = ${id}`
  return { buyer, id }
}

async function report(shop: Shop, id: string, outcome: Intent['outcome'], surplus = 0) {
  const { amount, currency } = (await findOrder(shop.sql, id))!
  const paid = amount + surplus
  const intent: Intent = {
    ...{ id: `pi_${id}`, outcome, status: outcome, amount: paid, currency, livemode: false },
    ...{ amountReceived: outcome === 'paid' ? paid : 0, clientSecret: null, nextAction: null },
    ...{ metadata: { order: id, shop: shop.deps.shop.id }, lastError: null, charge: null },
    ...{ paymentMethodId: null, paymentMethodType: null, paymentMethod: null },
    createdAt: new Date(),
  }
  await applySnapshot(shop.deps, id, { intent, refunds: [], disputes: [] }, { actor: 'provider' })
}

test('any sequence of orders, ends and payments: left + held + sold is the stock, and nothing is sold that is not left', async () => {
  await using shop = await startShop()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
      // a new count
      await limitPlan(shop, {})
      await limitPlan(shop, { stock: 5 })
      const orders: { buyer: TestUser; id: string }[] = []
      for (const one of steps) {
        const before = await readStock(shop)
        const order = 'which' in one ? orders[one.which] : undefined
        if (one.do === 'place') {
          const placed = await place(shop, one.num)
          expect('id' in placed || placed.code === 'SOLD_OUT').toBe(true)
          expect('id' in placed).toBe(before.left >= one.num)
          if (placed.id !== undefined) orders.push(placed)
        } else if (one.do === 'limit') await limitPlan(shop, { stock: one.stock })
        else if (one.do === 'expire') {
          // the provider does not know these intents
          await shop.sql`update orders set payment_intent_id = null where state = 'pending'`
          shop.advance(OVERDUE_MS)
          await expireOrders(shop.deps)
          shop.advance(-OVERDUE_MS)
          await shop.sql`
            update orders set payment_intent_id = 'pi_' || id where payment_intent_id is null`
        } else if (order === undefined) continue
        else if (one.do === 'pay') await report(shop, order.id, 'paid')
        else if (one.do === 'pay other amount') await report(shop, order.id, 'paid', 1)
        else if (one.do === 'report cancelled') await report(shop, order.id, 'cancelled')
        else if (one.do === 'report processing') await report(shop, order.id, 'processing')
        else {
          await shop.sql`
            update orders set payment_intent_id = null where id = ${order.id} and state = 'pending'`
          await order.buyer.call(api.recharge.cancelOrder, { id: order.id })
          await shop.sql`
            update orders set payment_intent_id = 'pi_' || id where payment_intent_id is null`
        }
        // compares the counters with the orders
        const after = await readStock(shop)
        expect(after.left + after.held + after.sold).toBe(after.stock)
      }
    }),
    { numRuns: 15, endOnFailure: true },
  )
})
