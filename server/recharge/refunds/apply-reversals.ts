import type { OrderState } from '#contract/shapes.ts'
import type { Actor } from '../../actor.ts'
import { raiseAlert } from '../../alerts/raise-alert.ts'
import { type LockedAccount, lockAccount, saveAccount } from '../../credit/credit-accounts.store.ts'
import { type LotChange, listChangesOf } from '../../credit/ledger.store.ts'
import type { Query } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import type { ProviderSnapshot } from '../../gateways/payments/provider-snapshot.ts'
import { moneyText } from '../../lib/money-text.ts'
import { recordOrderEvent } from '../orders/order-events.store.ts'
import { reversalReasonText } from '../orders/order-labels.ts'
import type { OrderRow } from '../orders/order.ts'
import { storeOrderReversals } from '../orders/orders.store.ts'
import { rebalanceOrderCredit, sumGranted } from './order-credit.ts'
import { endRefundRequest } from './refund-requests.store.ts'
import { recordReversal } from './refunds.store.ts'
import { disputeMail, mailFailedRefund, mailRefund } from './reversal-mails.ts'
import { type ReversalChange, storeRefundsAndDisputes } from './store-refunds-and-disputes.ts'

type ReversalDeps = Pick<Deps, 'config' | 'content' | 'log' | 'now'>

/** Money can only go back after it came. */
const STATES_WITH_MONEY: readonly OrderState[] = [
  'paid',
  'partially_refunded',
  'refunded',
  'exception',
]

/**
 * Applies the refunds and disputes of a snapshot: books, credit, state, timeline and mails, in the
 * transaction that locks the order. Reports that are known, or older than the books, change nothing.
 */
export async function applyReversals(
  tx: Query,
  deps: ReversalDeps,
  before: OrderRow,
  snapshot: ProviderSnapshot,
  { actor, at }: { actor: Actor; at: Date },
): Promise<OrderRow> {
  const isOwn = snapshot.intent.id === before.paymentIntentId
  if (!isOwn || !STATES_WITH_MONEY.includes(before.state)) return before
  const { changes, reversed } = await storeRefundsAndDisputes(tx, before, snapshot, { actor, at })
  if (changes.length === 0) return before

  const { account, stored } = await lockOrderCredit(tx, before, at)
  const hasCredit = sumGranted(stored) > 0
  const received = hasCredit ? before.amount : snapshot.intent.amountReceived
  let order = before
  for (const change of changes) {
    if (change.kind === 'refund') reversed.refunded += change.effect
    else reversed.disputed += change.effect
    const key = `${change.kind}:${change.id}${change.effect < 0 ? ':undone' : ''}`
    const moved =
      change.effect === 0
        ? 0
        : rebalanceOrderCredit(account, { stored, reversed, key, actor: change.actor, at })
    const to = stateAfter({ refunded: reversed.refunded, received, hasCredit })
    const { state: from } = order
    const { refunded } = reversed
    // without credit it is money of an order in `exception`, perhaps more than the price
    const refundedAmount = hasCredit ? Math.min(refunded, order.amount) : refunded
    const dispute = change.kind === 'dispute' ? change.dispute : order.dispute
    order = await storeOrderReversals(tx, { id: order.id, to, refundedAmount, dispute })
    const cause = { reason: `${change.kind}_${change.status}`, about: change.id }
    await recordOrderEvent(tx, { orderId: order.id, from, to, actor: change.actor, ...cause, at })
    if (change.effect !== 0) await recordReversal(tx, order, change, at)
    // whoever began the refund, it is what the customer asked for
    if (change.kind === 'refund' && change.effect > 0) {
      await endRefundRequest(tx, order.id, { state: 'accepted', refunded: change.amount, at })
    }
    await reportChange(tx, deps, order, change, Math.abs(moved))
  }
  await saveAccount(tx, account, at)
  return order
}

/** Locks the buyer's credit account with the lots that the order's credit went into and came from. */
async function lockOrderCredit(
  tx: Query,
  { id, userId }: OrderRow,
  at: Date,
): Promise<{ account: LockedAccount; stored: LotChange[] }> {
  const touched = await listChangesOf(tx, userId, id)
  const account = await lockAccount(tx, userId, { at, lotIds: touched.map(({ lotId }) => lotId) })
  // read again under the account's lock: credit may have expired or moved since
  return { account, stored: await listChangesOf(tx, userId, id) }
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

/** Mails the buyer, and alerts the operator to what needs a decision. */
async function reportChange(
  tx: Query,
  deps: ReversalDeps,
  order: OrderRow,
  change: ReversalChange,
  credit: number,
): Promise<void> {
  const { kind, id, amount, effect, reason } = change
  await findMail(change)?.(tx, deps, order, { id, amount, credit })
  const money = moneyText(amount, order.currency)
  const why = reason === null ? null : reversalReasonText(reason)
  const facts = { orderNo: order.orderNo, [`${kind}Id`]: id, amount: money, reason: why }
  const alert = { subject: id, facts }
  if (kind === 'dispute' && effect > 0) {
    await raiseAlert(deps, tx, { kind: 'dispute_opened', ...alert })
  }
  if (kind === 'refund' && effect < 0) {
    await raiseAlert(deps, tx, { kind: 'refund_failed', ...alert })
  }
}

function findMail({ kind, status, effect }: ReversalChange): typeof mailRefund | null {
  if (status === 'lost') return disputeMail('lost')
  if (effect === 0) return null
  if (kind === 'refund') return effect > 0 ? mailRefund : mailFailedRefund
  return disputeMail(effect > 0 ? 'open' : 'won')
}
