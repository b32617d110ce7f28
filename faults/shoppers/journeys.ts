import { setTimeout as delay } from 'node:timers/promises'
import type { OrderState } from '#contract/shapes.ts'
import type { Buyer, Checkout, OrderRequest } from '#harness/buyer.ts'
import { runOperator } from '#harness/run-operator.ts'
import { ignoreOutage } from '../rig/outages.ts'
import type { Scenario } from '../rig/scenario.ts'

/** The findings of journeys. */
export interface JourneyFindings {
  /** Orders that the shop showed to their buyers as paid. */
  paidOrderIds: string[]
  /** Violations of the shop's rules, one line each. */
  findings: string[]
  /** Orders that `expiredWhilePaying` made overdue; until they are closed a customer's next checkout may take them up. */
  overdueOrderIds: Set<string>
}

type Journey = (
  buyer: Buyer,
  order: OrderRequest,
  scenario: Scenario,
  found: JourneyFindings,
) => Promise<unknown>

/** The ways to buy, with how many of a hundred buyers take each. */
export const JOURNEYS = {
  plain: { share: 18, run: (buyer, order, _, found) => buyAndPay(buyer, order, found) },

  asyncCard: { share: 8, run: (buyer, order, _, found) => buyAndPay(buyer, order, found, 'slow') },

  challenged: {
    share: 10,
    run: (buyer, order, _, found) => buyAndPay(buyer, order, found, 'challenged'),
  },

  placedFirst: {
    share: 6,
    async run(buyer, order, _, found) {
      const placed = await buyer.placeOrder(order)
      const checkout = await buyAndPay(buyer, order, found)
      // unless it was closed in between, the open order is the one that is paid
      if (checkout.orderId === placed.order.id) return
      const state = await buyer.fetchOrderState(placed.order.id)
      if (state === 'pending') found.findings.push(`${placed.order.id}: a second order is open`)
    },
  },

  declinedFirst: {
    share: 12,
    async run(buyer, order, _, found) {
      const checkout = await buyer.startCheckout(order)
      await buyer.confirmPayment(checkout, 'declined')
      await buyer.pollUntilDecided(checkout.orderId)
      await payUntilPaid(buyer, checkout, found)
    },
  },

  twoTabs: {
    share: 12,
    async run(buyer, order, _, found) {
      const tabs = await Promise.all([buyer.startCheckout(order), buyer.startCheckout(order)])
      const [one, other] = tabs
      // an overdue order may be taken up by the first and closed before the other comes
      const isOverdue = tabs.some(({ orderId }) => found.overdueOrderIds.has(orderId))
      if (one.orderId !== other.orderId && !isOverdue) {
        found.findings.push(`${one.orderId}, ${other.orderId}: two tabs opened two orders`)
      }
      await Promise.all(tabs.map((tab) => buyer.confirmPayment(tab, 'good')))
      await payUntilPaid(buyer, one, found)
    },
  },

  closedBrowser: {
    share: 12,
    async run(buyer, order, { random }) {
      const checkout = await buyer.startCheckout(order)
      await buyer.confirmPayment(checkout, 'good', AbortSignal.timeout(random.between(5, 300)))
    },
  },

  cancelledWhilePaying: {
    share: 6,
    async run(buyer, order) {
      const checkout = await buyer.startCheckout(order)
      await Promise.allSettled([
        buyer.confirmPayment(checkout, 'good'),
        buyer.cancelOrder(checkout.orderId),
      ])
    },
  },

  expiredWhilePaying: {
    share: 6,
    async run(buyer, order, { sql, random }, found) {
      const checkout = await buyer.startCheckout(order)
      found.overdueOrderIds.add(checkout.orderId)
      const expireOrder = async (): Promise<void> => {
        await delay(random.between(0, 150))
        // earlier than any shifted clock
        await sql`
          update orders set expires_at = now() - interval '11 minutes'
          where id = ${checkout.orderId}`.catch(ignoreOutage)
      }
      await Promise.all([buyer.confirmPayment(checkout, 'good'), expireOrder()])
    },
  },

  refundedAtProvider: {
    share: 4,
    async run(buyer, order, { provider, random }, found) {
      const checkout = await buyAndPay(buyer, order, found)
      const part = random.isIn(50) ? Math.floor(checkout.amount / 3) : undefined
      await provider.createRefund(intentOf(checkout), part)
      if (part !== undefined && random.isIn(50))
        await provider.createRefund(intentOf(checkout), part)
    },
  },

  disputed: {
    share: 2,
    async run(buyer, order, { provider }, found) {
      const checkout = await buyAndPay(buyer, order, found)
      await provider.openDispute(intentOf(checkout))
    },
  },

  refundedByOperator: {
    share: 4,
    async run(buyer, order, scenario, found) {
      const checkout = await buyAndPay(buyer, order, found)
      const isWhole = scenario.random.isIn(50)
      await operate(scenario, [
        ...['orders', 'refund', checkout.orderId, '--reason', 'fault run'],
        ...(isWhole ? [] : ['--amount', '7.77']),
      ])
    },
  },
} satisfies Record<string, { share: number; run: Journey }>

export type JourneyName = keyof typeof JOURNEYS

/** The journey for a number from 0 to 99. */
export function journeyFor(number: number): JourneyName {
  let rest = number
  for (const [name, { share }] of Object.entries(JOURNEYS)) {
    rest -= share
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a key of the table
    if (rest < 0) return name as JourneyName
  }
  throw new Error('the shares are not a hundred')
}

async function buyAndPay(
  buyer: Buyer,
  order: OrderRequest,
  found: JourneyFindings,
  card: 'good' | 'slow' | 'challenged' = 'good',
): Promise<Checkout> {
  for (;;) {
    const checkout = await buyer.startCheckout(order)
    const state = await payUntilPaid(buyer, checkout, found, card)
    if (state === 'paid' || !found.overdueOrderIds.has(checkout.orderId)) return checkout
  }
}

async function payUntilPaid(
  buyer: Buyer,
  checkout: Checkout,
  found: JourneyFindings,
  card: 'good' | 'slow' | 'challenged' = 'good',
): Promise<OrderState> {
  const state = await buyer.payUntilPaid(checkout, card)
  const isOverdue = state === 'expired' && found.overdueOrderIds.has(checkout.orderId)
  if (state === 'paid') found.paidOrderIds.push(checkout.orderId)
  else if (!isOverdue)
    found.findings.push(`${checkout.orderId}: the buyer paid and the order is ${state}`)
  return state
}

function intentOf({ clientSecret }: Checkout): string {
  return clientSecret.split('_secret_', 1)[0]!
}

/** Runs an operator command; jobs finish what fails while the database is down. */
async function operate({ env }: Scenario, args: string[]): Promise<void> {
  await runOperator(env, args)
}
