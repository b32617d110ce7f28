import type { Deps } from '../deps.ts'
import { isPaymentFailure } from '../gateways/payments.ts'
import type { TimedJob } from '../jobs/timed.ts'
import { closeOrder } from './close-order.ts'
import { expireCredit } from './expire-credit.ts'
import type { OrderRow } from './order.ts'
import { listOverdue, listUnsettled, takeRefresh } from './orders.store.ts'
import { settle } from './settle.ts'

const EVERY_MS = 60_000
/** Younger ones are still in the hands of their buyer's page. */
const OLD_MS = 30_000
/** Orders in one turn; the next turn goes on. */
const BATCH = 500
const AT_ONCE = 8

/** What runs by itself so that no order stays in limbo. */
export function rechargeJobs(deps: Deps): TimedJob[] {
  return [
    { name: 'reconcile-orders', everyMs: EVERY_MS, run: (stop) => reconcile(deps, stop) },
    { name: 'expire-orders', everyMs: EVERY_MS, run: (stop) => expireOrders(deps, stop) },
    { name: 'expire-credit', everyMs: EVERY_MS, run: (stop) => expireCredit(deps, stop) },
  ]
}

/** Asks the provider about every open order with an intent that nobody has asked about for a while. */
export async function reconcile(deps: Deps, stop?: AbortSignal): Promise<void> {
  const old = new Date(deps.now().getTime() - OLD_MS)
  const orders = await listUnsettled(deps.sql, {
    createdBefore: old,
    askedBefore: old,
    limit: BATCH,
  })
  await forEach(orders, stop, async (order) => {
    const claim = { id: order.id, now: deps.now(), askedBefore: old }
    if (!(await takeRefresh(deps.sql, claim))) return
    await tolerating(deps, order, () => settle(deps, order, { actor: 'system' }))
  })
}

/** Ends pending orders whose time is over; one whose intent cannot be cancelled now is tried again. */
export async function expireOrders(deps: Deps, stop?: AbortSignal): Promise<void> {
  const orders = await listOverdue(deps.sql, deps.now(), BATCH)
  await forEach(orders, stop, (order) =>
    tolerating(deps, order, () => closeOrder(deps, order, { actor: 'system' })),
  )
}

/** One order's trouble with the provider must not keep the others waiting. */
async function tolerating(
  { log }: Deps,
  { id }: OrderRow,
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!isPaymentFailure(error)) throw error
    log.warn({ err: error, orderId: id }, 'the provider could not be asked about an order')
  }
}

async function forEach(
  orders: readonly OrderRow[],
  stop: AbortSignal | undefined,
  work: (order: OrderRow) => Promise<void>,
): Promise<void> {
  const queue = orders.values()
  const lane = async () => {
    for (const order of queue) {
      if (stop?.aborted) return
      await work(order)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
}
