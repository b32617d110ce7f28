import type { Deps } from '../../deps.ts'
import type { Query } from '../../db/sql.ts'
import type { Intent, PaymentEvent } from '../../gateways/payments.ts'
import { raiseAlert } from '../../alerts/raise-alert.ts'
import { applyMoneyBack } from '../refunds/apply-reversals.ts'
import { countDecline, endsInDecline } from './declined-cards.ts'
import { creditOrder } from './grant-order-credit.ts'
import { nextState, type Transition } from './next-state.ts'
import type { Actor, OrderRow } from '../orders/order.ts'
import { recordOrderEvent } from '../orders/order-events.store.ts'
import { mailPaid } from '../orders/order-mails.ts'
import { lockOrder, moveOrder } from '../orders/orders.store.ts'
import { keepProviderEvent } from './provider-events.store.ts'
import type { Word } from '../../gateways/provider-snapshot.ts'

export interface News {
  actor: Actor
  /** The event that brought the news; it is kept in the transaction of what it causes. */
  event?: PaymentEvent
  /** The intent is the provider's answer to a try to pay. */
  isAnswer?: boolean
}

type Needs = Pick<Deps, 'sql' | 'now' | 'log' | 'config' | 'content' | 'limits'>

/**
 * Applies what the provider says about an order: state, ledger, lots, balance, timeline, mails and event
 * in one transaction that holds the order's row. Doing it twice is doing it once. Returns the order as
 * it stands afterwards.
 */
export async function applyPayment(
  deps: Needs,
  orderId: string,
  word: Word,
  { actor, event, isAnswer = false }: News,
): Promise<OrderRow> {
  const { order, declinedFrom } = await deps.sql.begin(async (tx) => {
    const before = await lockOrder(tx, orderId)
    if (!before) throw new Error(`order ${orderId} is gone`)
    if (event && !(await keepProviderEvent(tx, event))) return { order: before, declinedFrom: null }
    const at = deps.now()
    const { livemode } = deps.config.payments
    const step = nextState(before, word.intent, { now: at, livemode, isAnswer })
    const after = step ? await make(tx, deps, before, word.intent, { step, actor, at }) : before
    await alertSecondPayment(tx, deps, after, word.intent)
    return {
      order: await applyMoneyBack(tx, deps, after, word, { actor, at }),
      declinedFrom: endsInDecline(before, after) ? before.attemptedFrom : null,
    }
  })
  if (declinedFrom !== null) {
    await countDecline(deps, { userId: order.userId, address: declinedFrom })
  }
  return order
}

async function make(
  tx: Query,
  deps: Needs,
  order: OrderRow,
  intent: Intent,
  { step, actor, at }: { step: Transition; actor: Actor; at: Date },
): Promise<OrderRow> {
  const { to, reason, isLate = false } = step
  const isPaid = to === 'paid'
  const moved = await moveOrder(tx, {
    id: order.id,
    from: order.state,
    to,
    failureCode: step.failureCode ?? null,
    paymentMethod: isPaid ? intent.paymentMethod : null,
    paidAt: isPaid ? at : null,
    isLate,
    isTryOpen: to === 'processing' || (to === 'pending' && intent.status === 'requires_action'),
  })
  if (!moved) throw new Error(`order ${order.id} moved although its row is held`)
  await recordOrderEvent(tx, { orderId: order.id, from: order.state, to, actor, reason, at })
  if (isPaid) {
    await creditOrder(tx, order, { actor, at })
    await mailPaid(tx, deps, moved, { at, isLate })
  }
  if (to === 'exception') {
    const facts = {
      orderId: order.id,
      orderNo: order.orderNo,
      intentId: intent.id,
      reason: reason ?? null,
    }
    await raiseAlert(deps, tx, { kind: 'order_exception', subject: order.id, facts })
  }
  return moved
}

/** Money that came through an intent which is not the order's own. */
async function alertSecondPayment(
  tx: Query,
  deps: Needs,
  { id: orderId, orderNo, paymentIntentId }: OrderRow,
  { id: intentId, status, amountReceived }: Intent,
): Promise<void> {
  if (status !== 'succeeded' || intentId === paymentIntentId) return
  const facts = { orderId, orderNo, intentId, amountReceived }
  await raiseAlert(deps, tx, { kind: 'second_payment', subject: intentId, facts })
}
