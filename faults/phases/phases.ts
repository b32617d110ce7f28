import { setTimeout as delay } from 'node:timers/promises'
import { identifyShop } from '#server/gateways/payments/shop-identity.store.ts'
import { createBuyer } from '#harness/buyer.ts'
import type { ProviderEvent } from '#harness/sandbox-process.ts'
import { passReconcilerPeriod, suspendJobs } from '../rig/jobs.ts'
import type { Scenario } from '../rig/scenario.ts'
import { runJourneys } from '../shoppers/run-journeys.ts'
import { chatAmidCrashes } from './chats.ts'
import { sellOut } from './sell-out.ts'
import { spendAlone } from './spending.ts'
import { registerAmidCrashes } from './welcome.ts'

const BUYERS = 8
const LIMIT_MS = 40_000
const POLL_MS = 100

/** One kind of fault each; a phase returns its findings, and the books are compared after it. */
export const PHASES = {
  /** Two tabs per buyer and duplicate events: all paths that settle an order run at the same time. */
  async tabs(scenario: Scenario): Promise<string[]> {
    await scenario.provider.setFaults({ webhooks: [{ on: '*', fault: 'double', percent: 100 }] })
    const { findings } = await runJourneys(scenario, {
      orders: 3 * BUYERS,
      shoppers: BUYERS,
      journeys: ['twoTabs'],
      giveUp: AbortSignal.timeout(LIMIT_MS),
    })
    await untilDelivered(scenario)
    return findings
  },

  /** The provider answers 500 for some seconds, and repeats that for the same idempotency key; cards are declined first. */
  async refusals(scenario: Scenario): Promise<string[]> {
    await scenario.provider.setFaults({
      calls: [{ on: 'payment_intents.create', fault: 'error_before', percent: 60 }],
    })
    const shopping = runJourneys(scenario, {
      orders: BUYERS,
      shoppers: BUYERS,
      journeys: ['declinedFirst'],
      giveUp: AbortSignal.timeout(LIMIT_MS),
    })
    await delay(2_000)
    await scenario.provider.setFaults({})
    const { findings } = await shopping
    return findings
  },

  /** No page polls and no job runs: webhooks alone settle every payment, although their first tries fail. */
  async webhooks(scenario: Scenario): Promise<string[]> {
    const { provider } = scenario
    await suspendJobs(scenario)
    await provider.setFaults({
      seed: 7,
      calls: [{ on: 'payment_intents.retrieve', fault: 'error_before', percent: 70 }],
      // only the event at a payment's end makes the shop retrieve the intent
      webhooks: [{ on: 'payment_intent.processing', fault: 'drop', percent: 100 }],
    })
    await payAndCloseTab(scenario)
    await until(async () => (await provider.countCalls('payment_intents.retrieve')) >= BUYERS)
    await provider.setFaults({})
    await untilDelivered(scenario)
    return []
  },

  /** Every event is lost and no page polls: the reconciler alone settles the payments. */
  async reconciler(scenario: Scenario): Promise<string[]> {
    await scenario.provider.setFaults({ webhooks: [{ on: '*', fault: 'drop', percent: 100 }] })
    await payAndCloseTab(scenario)
    // every payment is decided, and its events are lost
    await until(async () => (await scenario.provider.countWaiting('settle')) === 0)
    await untilDelivered(scenario)
    await scenario.provider.setFaults({})
    await passReconcilerPeriod(scenario)
    return []
  },

  /** An event with our shop's id and an unknown order: the shop refuses it, so that it comes again, and alerts the operator. */
  async strangers(scenario: Scenario): Promise<string[]> {
    const { provider, sql } = scenario
    const order = '01900000-0000-7000-8000-00000000dead'
    const { id: shopId } = await identifyShop(sql)
    const intentId = await provider.createForeignPayment({ shop: shopId, order })
    const isOurs = ({ type, data }: ProviderEvent) =>
      type === 'payment_intent.succeeded' && data.object.id === intentId
    const hasAlert = async () => {
      const alerts =
        await sql`select 1 from alerts where kind = 'order_unknown' and subject = ${intentId}`
      return alerts.length === 1
    }
    if (!(await becomesTrue(hasAlert))) return [`${intentId}: the operator got no alert`]
    for (const deadline = Date.now() + 3_000; Date.now() < deadline; await delay(POLL_MS)) {
      const events = (await provider.listEvents()).filter(isOurs)
      if (events.every((event) => event.pending_webhooks === 0)) {
        return [`${intentId}: the shop accepted the event of an unknown order`]
      }
    }
    return []
  },

  spending: spendAlone,
  stock: sellOut,
  welcome: registerAmidCrashes,
  chats: chatAmidCrashes,
} satisfies Record<string, (scenario: Scenario) => Promise<string[]>>

export type PhaseName = keyof typeof PHASES

/** Buyers pay with a card that is decided later, and close the tab at once. */
async function payAndCloseTab(scenario: Scenario): Promise<void> {
  const giveUp = AbortSignal.timeout(LIMIT_MS)
  await Promise.all(
    scenario.customers.slice(0, BUYERS).map(async (customer) => {
      const buyer = createBuyer(scenario, customer, giveUp)
      const checkout = await buyer.startCheckout({ id: 'standard', num: 1 })
      await buyer.confirmPayment(checkout, 'slow')
    }),
  )
}

async function untilDelivered({ provider }: Scenario): Promise<void> {
  await until(async () => (await provider.countWaiting('deliver')) === 0)
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  if (!(await becomesTrue(condition)))
    throw new Error(`waited ${LIMIT_MS / 1_000} s without result`)
}

async function becomesTrue(condition: () => Promise<boolean>): Promise<boolean> {
  for (const deadline = Date.now() + LIMIT_MS; Date.now() < deadline; await delay(POLL_MS)) {
    if (await condition()) return true
  }
  return false
}
