import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { ROOT } from '../../scripts/run.ts'
import { DatabaseUnavailable } from '#server/db/sql.ts'
import type { World } from '../rig/world.ts'
import type { Buyer, Checkout, Wish } from './buyer.ts'

/** What a journey leaves behind to be checked. */
export interface Trace {
  /** Orders whose buyers were told that they have paid. */
  told: string[]
  /** What must never be, seen on the way. */
  faults: string[]
}

type Journey = (buyer: Buyer, wish: Wish, world: World, trace: Trace) => Promise<unknown>

const run = promisify(execFile)

/** Every way in which somebody buys, with how many of a hundred go it. */
export const JOURNEYS = {
  plain: { share: 20, go: (buyer, wish, _, trace) => paid(buyer, wish, trace) },

  async_card: { share: 8, go: (buyer, wish, _, trace) => paid(buyer, wish, trace, 'slow') },

  challenged: { share: 10, go: (buyer, wish, _, trace) => paid(buyer, wish, trace, 'challenged') },

  placed_first: {
    share: 6,
    async go(buyer, wish, _, trace) {
      const { order } = await buyer.place(wish)
      const checkout = await paid(buyer, wish, trace)
      // unless it was closed in between, the open order is the one that is paid
      if (checkout.orderId === order.id) return
      const state = await buyer.state(order.id)
      if (state === 'pending') trace.faults.push(`${order.id}: one wish, two open orders`)
    },
  },

  declined_first: {
    share: 12,
    async go(buyer, wish, _, trace) {
      const checkout = await buyer.checkout(wish)
      await buyer.confirm(checkout, 'declined')
      await buyer.follow(checkout.orderId)
      await payUntilPaid(buyer, checkout, trace)
    },
  },

  two_tabs: {
    share: 12,
    async go(buyer, wish, _, trace) {
      const tabs = await Promise.all([buyer.checkout(wish), buyer.checkout(wish)])
      const [one, other] = tabs
      if (one.orderId !== other.orderId) {
        trace.faults.push(`${one.orderId}, ${other.orderId}: one wish in two tabs, two orders`)
      }
      await Promise.all(tabs.map((tab) => buyer.confirm(tab, 'good')))
      await payUntilPaid(buyer, one, trace)
    },
  },

  closed_browser: {
    share: 12,
    async go(buyer, wish, { random }) {
      const checkout = await buyer.checkout(wish)
      await buyer.confirm(checkout, 'good', AbortSignal.timeout(random.between(5, 300)))
    },
  },

  cancelled_while_paying: {
    share: 6,
    async go(buyer, wish) {
      const checkout = await buyer.checkout(wish)
      await Promise.allSettled([buyer.confirm(checkout, 'good'), buyer.cancel(checkout.orderId)])
    },
  },

  expired_while_paying: {
    share: 6,
    async go(buyer, wish, { sql, random }) {
      const checkout = await buyer.checkout(wish)
      const timeIsOver = async (): Promise<void> => {
        await delay(random.between(0, 150))
        // beyond what any of the wrong clocks may think
        await sql`
          update orders set expires_at = now() - interval '11 minutes'
          where id = ${checkout.orderId}`.catch(ignoreOutage)
      }
      await Promise.all([buyer.confirm(checkout, 'good'), timeIsOver()])
    },
  },

  refunded_there: {
    share: 4,
    async go(buyer, wish, { provider, random }, trace) {
      const checkout = await paid(buyer, wish, trace)
      const half = random.isIn(50) ? Math.floor(checkout.amount / 3) : undefined
      await provider.refund(intentOf(checkout), half)
      if (half !== undefined && random.isIn(50)) await provider.refund(intentOf(checkout), half)
    },
  },

  refunded_here: {
    share: 4,
    async go(buyer, wish, world, trace) {
      const checkout = await paid(buyer, wish, trace)
      const isWhole = world.random.isIn(50)
      await operate(world, [
        ...['orders', 'refund', checkout.orderId, '--reason', 'fault run'],
        ...(isWhole ? [] : ['--amount', '7.77']),
      ])
    },
  },
} satisfies Record<string, { share: number; go: Journey }>

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

async function paid(
  buyer: Buyer,
  wish: Wish,
  trace: Trace,
  card: 'good' | 'slow' | 'challenged' = 'good',
): Promise<Checkout> {
  const checkout = await buyer.checkout(wish)
  await payUntilPaid(buyer, checkout, trace, card)
  return checkout
}

async function payUntilPaid(
  buyer: Buyer,
  checkout: Checkout,
  trace: Trace,
  card: 'good' | 'slow' | 'challenged' = 'good',
): Promise<void> {
  const end = await buyer.payUntilPaid(checkout, card)
  if (end === 'paid') trace.told.push(checkout.orderId)
  else trace.faults.push(`${checkout.orderId}: its buyer wanted to pay and found it ${end}`)
}

export function intentOf({ clientSecret }: Checkout): string {
  return clientSecret.split('_secret_', 1)[0]!
}

/** The operator's own program; what it leaves undone while the database is away the jobs finish. */
async function operate({ env }: World, words: string[]): Promise<void> {
  const program = join(ROOT, 'server/operator/main.ts')
  const settings = { PATH: process.env['PATH'], ...env }
  await run(process.execPath, [program, ...words], { env: settings }).catch(() => undefined)
}

function ignoreOutage(error: unknown): void {
  if (!(error instanceof DatabaseUnavailable)) throw error
}
