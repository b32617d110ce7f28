import type { Deps } from '../../deps.ts'
import {
  pagesOf,
  type Dispute,
  type Listing,
  type Page,
  type Refund,
} from '../../gateways/payments.ts'
import {
  listKnownDisputes,
  listWaitingOrders,
  type WaitingOrder,
} from '../refunds/disputes.store.ts'
import { finishRefund } from '../refunds/finish-refund.ts'
import { inLanes, tolerating } from './for-each-concurrent.ts'
import { lately } from '../orders/time-window.ts'
import { findOrder } from '../orders/orders.store.ts'
import { listOrdersByIntents } from './orders-to-check.store.ts'
import { isTrouble } from '../../gateways/provider-failures.ts'
import { listKnownRefunds, listUnanswered } from '../refunds/refunds.store.ts'
import { settle } from '../payments/settle-order.ts'

/** Younger wishes are still in the hands of whoever asked. */
const UNANSWERED_MS = 30_000
const BATCH = 500
const HOUR_MS = 60 * 60 * 1000
/** How far back the provider's lists are read when there is news in them. */
const FAR_MS = 48 * HOUR_MS
/** A whole page without news that is older than this ends the reading. */
const NEAR_MS = HOUR_MS

/** Asks on for refunds that the provider has not answered. */
export async function finishRefunds(deps: Deps, stop?: AbortSignal): Promise<void> {
  const ids = await listUnanswered(deps.sql, lately(deps.now(), UNANSWERED_MS), BATCH)
  await inLanes(ids, stop, (id) => tolerating(deps, id, () => finishRefund(deps, { id })))
}

/** Finds refunds and disputes of which no event arrived in the provider's own newest ones. */
export async function reconcileMoneyBack(deps: Deps, stop?: AbortSignal): Promise<void> {
  const { payments, sql, log } = deps
  try {
    await readBack(deps, stop, {
      list: (listing) => payments.listRefunds(listing),
      known: (refunds: readonly Refund[]) => listKnownRefunds(sql, refunds),
    })
    await readBack(deps, stop, {
      list: (listing) => payments.listDisputes(listing),
      known: (disputes: readonly Dispute[]) => listKnownDisputes(sql, disputes),
    })
  } catch (error) {
    if (!isTrouble(error)) throw error
    log.warn({ err: error }, 'the provider could not be asked about refunds and disputes')
  }
}

interface Source<Item> {
  list: (listing: Listing) => Promise<Page<Item>>
  /** Which of them our books have just so. */
  known: (items: readonly Item[]) => Promise<Set<string>>
}

async function readBack<Item extends Refund | Dispute>(
  deps: Deps,
  stop: AbortSignal | undefined,
  { list, known }: Source<Item>,
): Promise<void> {
  const now = deps.now().getTime()
  for await (const page of pagesOf(list, { createdFrom: new Date(now - FAR_MS) })) {
    const booked = await known(page)
    const intentIds = page.filter(({ id }) => !booked.has(id)).map(({ intentId }) => intentId)
    const orders = await listOrdersByIntents(
      deps.sql,
      [...new Set(intentIds)].filter((id) => id !== null),
    )
    await inLanes(orders, stop, (order) =>
      tolerating(deps, order.id, () =>
        settle(deps, order, { actor: 'system', isAboutMoneyBack: true }),
      ),
    )
    const oldest = page.at(-1)?.createdAt.getTime() ?? 0
    if (stop?.aborted || (orders.length === 0 && oldest < now - NEAR_MS)) return
  }
}

/** Asks about refunds and disputes that have waited a day for their end: they may be too old for the lists. */
export async function settleWaiting(
  deps: Deps,
  stop?: AbortSignal,
  atATime: number = BATCH,
): Promise<void> {
  const before = new Date(deps.now().getTime() - 24 * HOUR_MS)
  let after: WaitingOrder | null = null
  do {
    const orders: WaitingOrder[] = await listWaitingOrders(deps.sql, {
      before,
      after,
      limit: atATime,
    })
    await inLanes(orders, stop, ({ id }) =>
      tolerating(deps, id, async () => {
        const order = await findOrder(deps.sql, id)
        if (order) await settle(deps, order, { actor: 'system', isAboutMoneyBack: true })
      }),
    )
    after = orders.at(-1) ?? null
  } while (after !== null && !stop?.aborted)
}
