import type { Actor } from '../../actor.ts'
import { raiseAlert } from '../../alerts/raise-alert.ts'
import type { Query } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import type { Intent, ProviderEvent } from '../../gateways/payments/payments.ts'
import type { ProviderSnapshot } from '../../gateways/payments/provider-snapshot.ts'
import { isBuyerLeaving, lockOrder, transitionOrder } from '../orders/orders.store.ts'
import { recordOrderEvent } from '../orders/order-events.store.ts'
import { reasonText } from '../orders/order-labels.ts'
import type { OrderRow } from '../orders/order.ts'
import { noteFailedAttempt } from '../orders/attempts.store.ts'
import { applyReversals } from '../refunds/apply-reversals.ts'
import { countDecline, endsInDecline } from './declines/declined-cards.ts'
import { grantOrderCredit } from './grant-order-credit.ts'
import { nextState, type Transition } from './next-state.ts'
import { storeProviderEvent } from './provider-events.store.ts'
import { mailReceipt } from './receipt-mail.ts'

export type SettleDeps = Pick<
  Deps,
  'sql' | 'now' | 'log' | 'config' | 'content' | 'limits' | 'payments'
>

export interface SettleContext {
  actor: Actor
  /** The provider's event that led here; stored in the same transaction, and applied once. */
  event?: ProviderEvent
  /** The snapshot is the provider's answer to a payment attempt. */
  isAnswer?: boolean
}

/**
 * Applies what the provider reports about an order: state, ledger, lots, balance, timeline, mails and event
 * in one transaction that locks the order. Applying a snapshot twice changes nothing more. Returns the
 * order as it is afterwards.
 */
export async function applySnapshot(
  deps: Omit<SettleDeps, 'payments'>,
  orderId: string,
  snapshot: ProviderSnapshot,
  { actor, event, isAnswer = false }: SettleContext,
): Promise<OrderRow> {
  const { intent } = snapshot
  const { order, declinedFrom, isElsewhere } = await deps.sql.begin(async (tx) => {
    const locked = await lockOrder(tx, orderId)
    if (!locked) throw new Error(`order ${orderId} is gone`)
    const at = deps.now()
    if (event && !(await storeProviderEvent(tx, event, { orderId, at }))) {
      return { order: locked, declinedFrom: null, isElsewhere: false }
    }
    const failedMethodId = event?.payment?.failedMethodId ?? null
    const before =
      failedMethodId === null ? locked : await noteFailedAttempt(tx, orderId, failedMethodId)
    const { livemode } = deps.config.payments
    const step = nextState(before, intent, { now: at, livemode, isAnswer })
    const after = step
      ? await applyTransition(tx, deps, before, { intent, step, actor, at })
      : before
    await alertSecondPayment(tx, deps, after, intent)
    return {
      order: await applyReversals(tx, deps, after, snapshot, { actor, at }),
      declinedFrom: endsInDecline(before, after) ? before.attemptedFrom : null,
      isElsewhere: before.foreignDeclines > locked.foreignDeclines,
    }
  })
  if (isElsewhere) await countDecline(deps, { userId: order.userId, address: null })
  if (declinedFrom !== null) {
    await countDecline(deps, { userId: order.userId, address: declinedFrom })
  }
  return order
}

async function applyTransition(
  tx: Query,
  deps: Omit<SettleDeps, 'payments'>,
  order: OrderRow,
  { intent, step, actor, at }: { intent: Intent; step: Transition; actor: Actor; at: Date },
): Promise<OrderRow> {
  const { to, reason, about, isLate = false } = step
  const isPaid = to === 'paid'
  const moved = await transitionOrder(tx, {
    id: order.id,
    from: order.state,
    to,
    failureCode: step.failureCode ?? null,
    paymentMethod: isPaid ? intent.paymentMethod : null,
    paidAt: isPaid ? at : null,
    isLate,
    isAttemptOpen: to === 'processing' || (to === 'pending' && intent.outcome === 'awaits_buyer'),
  })
  if (!moved) throw new Error(`order ${order.id} changed state although its row is locked`)
  const method = isPaid ? intent.paymentMethod?.type : null
  await recordOrderEvent(tx, {
    orderId: order.id,
    from: order.state,
    to,
    actor,
    reason,
    about,
    method,
    at,
  })
  if (isPaid) {
    await grantOrderCredit(tx, order, { actor, at })
    await mailReceipt(tx, deps, moved, { at, isLate })
    await alertPaidAfterClosing(tx, deps, order, intent)
  }
  if (to === 'exception') await alertException(tx, deps, order, intent, about ?? '')
  return moved
}

async function alertException(
  tx: Query,
  deps: Omit<SettleDeps, 'payments'>,
  { id: orderId, orderNo }: OrderRow,
  { id: intentId }: Intent,
  about: string,
): Promise<void> {
  await raiseAlert(deps, tx, {
    kind: 'order_exception',
    subject: orderId,
    facts: { orderId, orderNo, intentId, reason: reasonText('differs', { about }) },
  })
}

async function alertPaidAfterClosing(
  tx: Query,
  deps: Omit<SettleDeps, 'payments'>,
  { id: orderId, orderNo, userId }: OrderRow,
  { id: intentId, amountReceived }: Intent,
): Promise<void> {
  if (!(await isBuyerLeaving(tx, userId))) return
  const facts = { orderId, orderNo, intentId, userId, amountReceived }
  await raiseAlert(deps, tx, { kind: 'paid_after_closing', subject: orderId, facts })
}

/** Alerts the operator to money that came through an intent which is not the order's own. */
async function alertSecondPayment(
  tx: Query,
  deps: Omit<SettleDeps, 'payments'>,
  { id: orderId, orderNo, paymentIntentId }: OrderRow,
  { id: intentId, outcome, amountReceived }: Intent,
): Promise<void> {
  if (outcome !== 'paid' || intentId === paymentIntentId) return
  const facts = { orderId, orderNo, intentId, amountReceived }
  await raiseAlert(deps, tx, { kind: 'second_payment', subject: intentId, facts })
}
