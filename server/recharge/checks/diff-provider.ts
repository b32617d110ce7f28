import type { Deps } from '../../deps.ts'
import { firstIdAt } from '../../db/ids.ts'
import { type Intent, isPaymentFailure, pagesOf } from '../../gateways/payments/payments.ts'
import { type OrderRow, PAYABLE_MS } from '../orders/order.ts'
import { isOlderThanShop, isOurs } from '../../gateways/payments/ownership.ts'
import { findOrderByIntent } from '../orders/orders.store.ts'
import {
  listOrdersByIntents,
  listOrdersWithoutIntent,
  listPaidOrders,
} from './orders-to-check.store.ts'
import { fetchSnapshot, type ProviderSnapshot } from '../../gateways/payments/provider-snapshot.ts'

export interface Difference {
  kind:
    /** The provider has the money, our order is not paid. */
    | 'unpaid_here'
    /** Our order is paid, the provider knows of no such money. */
    | 'unpaid_there'
    /** The provider's intent says it is ours, and we have no such order. */
    | 'unknown_order'
    | 'amount'
    | 'refunded'
  intentId: string | null
  orderId: string | null
  orderNo: string | null
  /** In our books and in the provider's: a state, or an amount in minor units. */
  here: string
  there: string
}

export interface ProviderDiff {
  from: Date
  /** Payments that began later were not compared: they may still be in progress. */
  to: Date
  /** Orders placed later were compared only if the provider listed a payment of theirs. */
  ordersTo: Date
  at: Date
  /** How many were compared. */
  intents: number
  orders: number
  differences: Difference[]
}

type DiffDeps = Pick<Deps, 'sql' | 'now' | 'payments' | 'content' | 'shop'>

const HOUR_MS = 60 * 60 * 1000
/** Younger payments may still be in progress. */
const YOUNG_MS = 10 * 60 * 1000
const BATCH = 200

/** Compares the provider's intents of the last `hours` with our orders, both ways; changes nothing. */
export async function diffProvider(
  deps: DiffDeps,
  { hours }: { hours: number },
): Promise<ProviderDiff> {
  const now = deps.now()
  return diffProviderWithin(deps, { from: new Date(now.getTime() - hours * HOUR_MS), until: now })
}

/** Compares the payments that began within this time as `diffProvider` does, but for those that are too young. */
export async function diffProviderWithin(
  deps: DiffDeps,
  { from, until }: { from: Date; until: Date },
): Promise<ProviderDiff> {
  const now = deps.now().getTime()
  const to = new Date(Math.min(until.getTime(), now - YOUNG_MS))
  // an order may be paid as long after it was placed
  const ordersTo = new Date(Math.min(until.getTime(), now - YOUNG_MS - PAYABLE_MS))
  const theirs = await compareTheirs(deps, { from, to })
  const ours = await compareOurs(deps, { from, to: ordersTo, seen: theirs.seen })
  return {
    from,
    to,
    ordersTo,
    at: new Date(now),
    intents: theirs.seen.size,
    orders: ours.count,
    differences: [...theirs.differences, ...ours.differences],
  }
}

interface Span {
  from: Date
  to: Date
}

/** From the provider's side: each intent of ours against its order. */
async function compareTheirs(deps: DiffDeps, { from, to }: Span) {
  const seen = new Set<string>()
  const differences: Difference[] = []
  const pages = pagesOf((listing) => deps.payments.listIntents(listing), {
    createdFrom: from,
    createdUntil: to,
  })
  for await (const intents of pages) {
    const orderOf = await findOrdersOf(deps, intents)
    for (const intent of intents) {
      const order = orderOf(intent)
      if (!order && !isUnknownOfOurs(deps, intent)) continue
      seen.add(intent.id)
      const refunded = intent.charge?.amountRefunded ?? 0
      if (!compare(order, intent, refunded)) continue
      const difference = await compareAgain(deps, intent.id)
      if (difference) differences.push(difference)
    }
  }
  return { seen, differences }
}

/**
 * The order of each intent: the one that has it, or the one that it names while that has none, as in a shop that
 * returned to an older backup.
 */
async function findOrdersOf(
  deps: Pick<DiffDeps, 'sql' | 'shop' | 'content'>,
  intents: readonly Intent[],
) {
  const ids = intents.map(({ id }) => id)
  const own = await listOrdersByIntents(deps.sql, ids)
  const byIntent = new Map(own.map((order) => [order.paymentIntentId, order]))
  const names = intents.flatMap(({ id, metadata }) =>
    byIntent.has(id) || !isOurs(deps, metadata) ? [] : [metadata['order'] ?? ''],
  )
  const named = await listOrdersWithoutIntent(deps.sql, names)
  const byName = new Map(named.map((order) => [order.id, order]))
  return ({ id, metadata }: Intent) =>
    byIntent.get(id) ?? byName.get(metadata['order'] ?? '') ?? null
}

/** An intent of ours without an order. Our name alone counts only from before shops had ids. */
function isUnknownOfOurs(deps: DiffDeps, { metadata, createdAt }: Intent): boolean {
  if (!isOurs(deps, metadata)) return false
  return metadata['shop'] !== undefined || isOlderThanShop(deps, { createdAt })
}

/** From our side: each paid order whose intent the provider did not list. */
async function compareOurs(
  deps: DiffDeps,
  { from, to, seen }: Span & { seen: ReadonlySet<string> },
) {
  const differences: Difference[] = []
  const before = firstIdAt(to)
  let after = firstIdAt(from)
  let count = 0
  for (;;) {
    const orders = await listPaidOrders(deps.sql, { after, before, limit: BATCH })
    count += orders.length
    for (const { paymentIntentId: intentId } of orders) {
      if (intentId === null || seen.has(intentId)) continue
      const difference = await compareAgain(deps, intentId)
      if (difference) differences.push(difference)
    }
    after = orders.at(-1)?.id ?? after
    if (orders.length < BATCH) return { count, differences }
  }
}

/** Compares again with both sides read anew, ours last, so that work in progress is no difference. */
async function compareAgain(deps: DiffDeps, intentId: string): Promise<Difference | null> {
  const { sql, payments } = deps
  const snapshot = await fetchSnapshot(payments, intentId, { withReversals: true }).catch(
    (error: unknown) => {
      if (isPaymentFailure(error, 'missing')) return null
      throw error
    },
  )
  if (snapshot) {
    const { intent } = snapshot
    const orderOf = await findOrdersOf(deps, [intent])
    return compare(orderOf(intent), intent, refundedOf(snapshot))
  }
  const order = await findOrderByIntent(sql, intentId)
  return order && differ('unpaid_there', order, intentId, { here: order.state, there: 'missing' })
}

function refundedOf({ refunds = [] }: ProviderSnapshot): number {
  return refunds.reduce((sum, { status, amount }) => (status === 'failed' ? sum : sum + amount), 0)
}

function compare(order: OrderRow | null, intent: Intent, refunded: number): Difference | null {
  const hasMoney = intent.outcome === 'paid'
  const there = intent.status
  if (!order) {
    return hasMoney ? differ('unknown_order', null, intent.id, { here: 'missing', there }) : null
  }
  const isPaid = order.paidAt !== null
  const here = order.state
  if (hasMoney && !isPaid && here !== 'refunded')
    return differ('unpaid_here', order, intent.id, { here, there })
  if (!hasMoney && isPaid) return differ('unpaid_there', order, intent.id, { here, there })
  if (!isPaid) return null
  if (intent.amountReceived !== order.amount || intent.currency !== order.currency) {
    return differ('amount', order, intent.id, {
      here: `${order.amount} ${order.currency}`,
      there: `${intent.amountReceived} ${intent.currency}`,
    })
  }
  if (refunded === order.refundedAmount) return null
  return differ('refunded', order, intent.id, {
    here: String(order.refundedAmount),
    there: String(refunded),
  })
}

function differ(
  kind: Difference['kind'],
  order: OrderRow | null,
  intentId: string,
  sides: Pick<Difference, 'here' | 'there'>,
): Difference {
  return { kind, intentId, orderId: order?.id ?? null, orderNo: order?.orderNo ?? null, ...sides }
}
