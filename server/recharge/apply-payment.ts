import type { Deps } from '../deps.ts'
import type { Query } from '../db/sql.ts'
import type { Intent, PaymentEvent } from '../gateways/payments.ts'
import { creditOrder } from './credit-order.ts'
import { nextState, type Transition } from './next-state.ts'
import type { Actor, OrderRow } from './order.ts'
import { recordOrderEvent } from './order-events.store.ts'
import { lockOrder, moveOrder } from './orders.store.ts'
import { keepProviderEvent } from './provider-events.store.ts'

export interface News {
  actor: Actor
  /** The event that brought the news; it is kept in the transaction of what it causes. */
  event?: PaymentEvent
  /** The intent is the provider's answer to a try to pay. */
  isAnswer?: boolean
}

/**
 * Applies what the provider says about an order: state, ledger, lots, balance, timeline and event in
 * one transaction that holds the order's row. Doing it twice is doing it once. Returns the order as
 * it stands afterwards.
 */
export async function applyPayment(
  { sql, now, log, config }: Pick<Deps, 'sql' | 'now' | 'log' | 'config'>,
  orderId: string,
  intent: Intent,
  { actor, event, isAnswer = false }: News,
): Promise<OrderRow> {
  const { order, transition } = await sql.begin(async (tx) => {
    const before = await lockOrder(tx, orderId)
    if (!before) throw new Error(`order ${orderId} is gone`)
    if (event && !(await keepProviderEvent(tx, event))) return { order: before, transition: null }
    const at = now()
    const { livemode } = config.payments
    const step = nextState(before, intent, { now: at, livemode, isAnswer })
    if (!step) return { order: before, transition: null }
    return { order: await make(tx, before, intent, { step, actor, at }), transition: step }
  })
  if (transition?.to === 'exception') {
    log.error(
      { alert: 'order_exception', orderId, intentId: intent.id, reason: transition.reason },
      'an order needs the operator: what was paid is not what was ordered',
    )
  }
  return order
}

async function make(
  tx: Query,
  order: OrderRow,
  intent: Intent,
  { step, actor, at }: { step: Transition; actor: Actor; at: Date },
): Promise<OrderRow> {
  const isPaid = step.to === 'paid'
  const moved = await moveOrder(tx, {
    id: order.id,
    from: order.state,
    to: step.to,
    failureCode: step.failureCode ?? null,
    paymentMethod: isPaid ? intent.paymentMethod : null,
    paidAt: isPaid ? at : null,
    isLate: step.isLate ?? false,
  })
  if (!moved) throw new Error(`order ${order.id} moved although its row is held`)
  if (isPaid) await creditOrder(tx, order, { actor, at })
  await recordOrderEvent(tx, {
    orderId: order.id,
    from: order.state,
    to: step.to,
    actor,
    reason: step.reason,
    at,
  })
  return moved
}
