import type { Deps } from '../../deps.ts'
import {
  pagesOf,
  type Dispute,
  type Listing,
  type Page,
  type Refund,
} from '../../gateways/payments/payments.ts'
import {
  listKnownDisputes,
  listWaitingOrders,
  type WaitingOrder,
} from '../refunds/disputes.store.ts'
import { finishRefund } from '../refunds/finish-refund.ts'
import { forEachConcurrent, logProviderFailure } from './for-each-concurrent.ts'
import { windowAround } from '../../lib/local-time.ts'
import { findOrder } from '../orders/orders.store.ts'
import { listOrdersByIntents } from './orders-to-check.store.ts'
import { isTemporaryFailure } from '../../gateways/payments/provider-failures.ts'
import { listKnownRefunds, listUnanswered } from '../refunds/refunds.store.ts'
import { settleOrder } from '../payments/settle-order.ts'

/** Younger refunds are still being asked for. */
const UNANSWERED_MS = 30_000
const BATCH = 500
const HOUR_MS = 60 * 60 * 1000
/** How far back the provider's lists are read while they contain changes. */
const LONGEST_MS = 48 * HOUR_MS
/** Reading stops at a page without changes that is older than this. */
const SHORTEST_MS = HOUR_MS

/** Finishes the refunds that the provider has not answered. */
export async function finishRefunds(deps: Deps, stop?: AbortSignal): Promise<void> {
  const ids = await listUnanswered(deps.sql, windowAround(deps.now(), UNANSWERED_MS), BATCH)
  await forEachConcurrent(ids, stop, (id) =>
    logProviderFailure(deps, id, () => finishRefund(deps, { id })),
  )
}

/** Settles orders with refunds or disputes whose events did not arrive, found in the provider's lists. */
export async function reconcileReversals(deps: Deps, stop?: AbortSignal): Promise<void> {
  const { payments, sql, log } = deps
  try {
    await settleNewest(deps, stop, {
      list: (listing) => payments.listRefunds(listing),
      listKnown: (refunds: readonly Refund[]) => listKnownRefunds(sql, refunds),
    })
    await settleNewest(deps, stop, {
      list: (listing) => payments.listDisputes(listing),
      listKnown: (disputes: readonly Dispute[]) => listKnownDisputes(sql, disputes),
    })
  } catch (error) {
    if (!isTemporaryFailure(error)) throw error
    log.warn({ err: error }, 'the provider could not be asked about refunds and disputes')
  }
}

interface Source<Item> {
  list: (listing: Listing) => Promise<Page<Item>>
  /** Which of them our books have with the same status. */
  listKnown: (items: readonly Item[]) => Promise<Set<string>>
}

async function settleNewest<Item extends Refund | Dispute>(
  deps: Deps,
  stop: AbortSignal | undefined,
  { list, listKnown }: Source<Item>,
): Promise<void> {
  const now = deps.now().getTime()
  for await (const page of pagesOf(list, { createdFrom: new Date(now - LONGEST_MS) })) {
    const booked = await listKnown(page)
    const intentIds = page.filter(({ id }) => !booked.has(id)).map(({ intentId }) => intentId)
    const orders = await listOrdersByIntents(
      deps.sql,
      [...new Set(intentIds)].filter((id) => id !== null),
    )
    await forEachConcurrent(orders, stop, (order) =>
      logProviderFailure(deps, order.id, () =>
        settleOrder(deps, order, { actor: 'system', withReversals: true }),
      ),
    )
    const oldest = page.at(-1)?.createdAt.getTime() ?? 0
    if (stop?.aborted || (orders.length === 0 && oldest < now - SHORTEST_MS)) return
  }
}

/** Settles orders whose refund or dispute is unfinished for a day: they may be too old for the lists. */
export async function settleWaitingReversals(
  deps: Deps,
  stop?: AbortSignal,
  batch: number = BATCH,
): Promise<void> {
  const before = new Date(deps.now().getTime() - 24 * HOUR_MS)
  let after: WaitingOrder | null = null
  do {
    const orders: WaitingOrder[] = await listWaitingOrders(deps.sql, {
      before,
      after,
      limit: batch,
    })
    await forEachConcurrent(orders, stop, ({ id }) =>
      logProviderFailure(deps, id, async () => {
        const order = await findOrder(deps.sql, id)
        if (order) await settleOrder(deps, order, { actor: 'system', withReversals: true })
      }),
    )
    after = orders.at(-1) ?? null
  } while (after !== null && !stop?.aborted)
}
