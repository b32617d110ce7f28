import { setTimeout as delay } from 'node:timers/promises'
import { identifyShop } from '#server/gateways/shop-identity.store.ts'
import type { ProviderEvent } from '../rig/provider.ts'
import { holdJobs, passPeriod } from '../rig/reconciler.ts'
import type { World } from '../rig/world.ts'
import { buyerAt } from '../shoppers/buyer.ts'
import { shop } from '../shoppers/shopping.ts'

const BUYERS = 8
const LIMIT_MS = 40_000
const POLL_MS = 100

/** One kind of trouble at a time; each returns what went wrong on the way, the books are checked afterwards. */
export const PHASES = {
  /** Two tabs a buyer, events doubled: everything that settles an order does so at the same moment. */
  async tabs(world: World): Promise<string[]> {
    await world.provider.setFaults({ webhooks: [{ on: '*', fault: 'double', percent: 100 }] })
    const { faults } = await shop(world, {
      orders: 3 * BUYERS,
      shoppers: BUYERS,
      journeys: ['two_tabs'],
      giveUp: AbortSignal.timeout(LIMIT_MS),
    })
    await untilDelivered(world)
    return faults
  },

  /** The provider answers 500 for some seconds, and keeps that under the key; cards are declined first. */
  async refusals(world: World): Promise<string[]> {
    await world.provider.setFaults({
      calls: [{ on: 'payment_intents.create', fault: 'error_before', percent: 60 }],
    })
    const shopping = shop(world, {
      orders: BUYERS,
      shoppers: BUYERS,
      journeys: ['declined_first'],
      giveUp: AbortSignal.timeout(LIMIT_MS),
    })
    await delay(2_000)
    await world.provider.setFaults({})
    const { faults } = await shopping
    return faults
  },

  /** Nobody asks and no job runs: events alone have to bring every payment, though they fail at first. */
  async webhooks(world: World): Promise<string[]> {
    const { provider } = world
    await holdJobs(world)
    await provider.setFaults({
      seed: 7,
      calls: [{ on: 'payment_intents.retrieve', fault: 'error_before', percent: 70 }],
      // so that only the end of a payment has anybody ask about it
      webhooks: [{ on: 'payment_intent.processing', fault: 'drop', percent: 100 }],
    })
    await payAndLeave(world)
    await until(async () => (await provider.timesAsked('payment_intents.retrieve')) >= BUYERS)
    await provider.setFaults({})
    await untilDelivered(world)
    return []
  },

  /** Every event is lost and nobody asks: the reconciler alone has to find the payments. */
  async reconciler(world: World): Promise<string[]> {
    await world.provider.setFaults({ webhooks: [{ on: '*', fault: 'drop', percent: 100 }] })
    await payAndLeave(world)
    // every payment is decided, and what there was to tell of it is lost
    await until(async () => (await world.provider.waiting('settle')) === 0)
    await untilDelivered(world)
    await world.provider.setFaults({})
    await passPeriod(world)
    return []
  },

  /** An event that bears our shop's id and an order that is not here has to come again, and the operator to hear of it. */
  async strangers(world: World): Promise<string[]> {
    const { provider, sql } = world
    const order = '01900000-0000-7000-8000-00000000dead'
    const { id: shopId } = await identifyShop(sql)
    const intentId = await provider.payElsewhere({ shop: shopId, order })
    const isOurs = ({ type, data }: ProviderEvent) =>
      type === 'payment_intent.succeeded' && data.object.id === intentId
    const isTold = async () => {
      const alerts =
        await sql`select 1 from alerts where kind = 'order_unknown' and subject = ${intentId}`
      return alerts.length === 1
    }
    if (!(await comesTrue(isTold))) return [`${intentId}: nobody told the operator`]
    for (const deadline = Date.now() + 3_000; Date.now() < deadline; await delay(POLL_MS)) {
      const waiting = (await provider.events()).filter(isOurs)
      if (waiting.every((event) => event.pending_webhooks === 0)) {
        return [`${intentId}: the event of an order that is not here was taken as dealt with`]
      }
    }
    return []
  },
} satisfies Record<string, (world: World) => Promise<string[]>>

export type PhaseName = keyof typeof PHASES

/** Buyers with a slow card who close the page as soon as it is sent. */
async function payAndLeave(world: World): Promise<void> {
  const giveUp = AbortSignal.timeout(LIMIT_MS)
  await Promise.all(
    world.customers.slice(0, BUYERS).map(async (customer) => {
      const buyer = buyerAt(world, customer, giveUp)
      const checkout = await buyer.checkout({ id: 'standard', num: 1 })
      await buyer.confirm(checkout, 'slow')
    }),
  )
}

async function untilDelivered({ provider }: World): Promise<void> {
  await until(async () => (await provider.waiting('deliver')) === 0)
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  if (!(await comesTrue(isSo))) throw new Error(`waited ${LIMIT_MS / 1_000} s in vain`)
}

async function comesTrue(isSo: () => Promise<boolean>): Promise<boolean> {
  for (const deadline = Date.now() + LIMIT_MS; Date.now() < deadline; await delay(POLL_MS)) {
    if (await isSo()) return true
  }
  return false
}
