import type { OrderState } from '#contract/shapes.ts'
import type { Deps } from '../../deps.ts'
import type { Query } from '../../db/sql.ts'
import { raiseAlert } from '../../alerts/raise-alert.ts'
import { listOrderParts } from '../../credit/ledger.store.ts'
import { givenBy, type OrderPart, rebalance } from './order-credit.ts'
import { moneyText } from '../../money-text.ts'
import { keepNews, type MoneyBackNews } from './store-reversals.ts'
import type { Actor, OrderRow } from '../orders/order.ts'
import { recordOrderEvent } from '../orders/order-events.store.ts'
import { mailDispute, mailRefunded, mailRefundFailed } from '../orders/order-mails.ts'
import { keepMoneyBack } from '../orders/orders.store.ts'
import type { Word } from '../../gateways/provider-snapshot.ts'
import { type HeldPurse, holdPurse, savePurse } from '../../credit/credit-accounts.store.ts'

type Needs = Pick<Deps, 'config' | 'content' | 'log' | 'now'>

/** Nothing goes back before it came. */
const WITH_MONEY: readonly OrderState[] = ['paid', 'partially_refunded', 'refunded', 'exception']

/**
 * Applies what the provider says of refunds and disputes: books, credit, state, timeline and mails, in
 * the transaction that holds the order's row. What is known already, or is older than what is known,
 * changes nothing.
 */
export async function applyMoneyBack(
  tx: Query,
  deps: Needs,
  before: OrderRow,
  word: Word,
  { actor, at }: { actor: Actor; at: Date },
): Promise<OrderRow> {
  const isOwn = word.intent.id === before.paymentIntentId
  if (!isOwn || !WITH_MONEY.includes(before.state)) return before
  const { news, standing } = await keepNews(tx, before, word, { actor, at })
  if (news.length === 0) return before

  const { purse, stored } = await purseOf(tx, before, at)
  const hasCredit = givenBy(stored) > 0
  const received = hasCredit ? before.amount : word.intent.amountReceived
  let order = before
  for (const item of news) {
    if (item.kind === 'refund') standing.refunded += item.effect
    else standing.disputed += item.effect
    const key = `${item.kind}:${item.id}${item.effect < 0 ? ':undone' : ''}`
    const moved =
      item.effect === 0 ? 0 : rebalance(purse, { stored, standing, key, actor: item.actor, at })
    const to = stateAfter({ refunded: standing.refunded, received, hasCredit })
    const { state: from } = order
    const refundedAmount = Math.min(standing.refunded, order.amount)
    const dispute = item.kind === 'dispute' ? item.flag : order.dispute
    order = await keepMoneyBack(tx, { id: order.id, to, refundedAmount, dispute })
    const { reason } = item
    await recordOrderEvent(tx, { orderId: order.id, from, to, actor: item.actor, reason, at })
    await tell(tx, deps, order, item, Math.abs(moved))
  }
  await savePurse(tx, purse, at)
  return order
}

/** The buyer's purse with the lots that the order's credit went into and came from. */
async function purseOf(
  tx: Query,
  { id, userId }: OrderRow,
  at: Date,
): Promise<{ purse: HeldPurse; stored: OrderPart[] }> {
  const touched = await listOrderParts(tx, id)
  const purse = await holdPurse(tx, userId, { at, also: touched.map(({ lotId }) => lotId) })
  // read again under the account's lock: credit may have expired or moved since
  return { purse, stored: await listOrderParts(tx, id) }
}

function stateAfter({
  refunded,
  received,
  hasCredit,
}: {
  refunded: number
  received: number
  hasCredit: boolean
}): OrderState {
  if (refunded > 0 && refunded >= received) return 'refunded'
  if (!hasCredit) return 'exception'
  return refunded > 0 ? 'partially_refunded' : 'paid'
}

function letterAbout({ kind, status, effect }: MoneyBackNews): typeof mailRefunded | null {
  if (status === 'lost') return mailDispute('lost')
  if (effect === 0) return null
  if (kind === 'refund') return effect > 0 ? mailRefunded : mailRefundFailed
  return mailDispute(effect > 0 ? 'open' : 'won')
}

/** Who has to know: the buyer of all of it, the operator of what waits for a person. */
async function tell(
  tx: Query,
  deps: Needs,
  order: OrderRow,
  item: MoneyBackNews,
  credit: number,
): Promise<void> {
  const { kind, id, amount, effect, reason } = item
  await letterAbout(item)?.(tx, deps, order, { id, amount, credit })
  const money = moneyText(amount, order.currency)
  const facts = { orderNo: order.orderNo, [`${kind}Id`]: id, amount: money, reason }
  if (kind === 'dispute' && effect > 0) {
    await raiseAlert(deps, tx, { kind: 'dispute_opened', subject: id, facts })
  }
  if (kind === 'refund' && effect < 0) {
    await raiseAlert(deps, tx, { kind: 'refund_failed', subject: id, facts })
  }
}
