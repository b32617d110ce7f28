import { CREDIT_ENTRY_LABELS } from '#contract/credit/credit-entries.ts'
import { moneyText } from '../../lib/money-text.ts'
import { ORDER_STATE_LABELS } from '#contract/recharge/order-states.ts'
import {
  DISPUTE_LABELS,
  reversalReasonText,
  reasonText,
  REFUND_LABELS,
} from '../../recharge/orders/order-labels.ts'
import type { Query } from '../../db/sql.ts'
import { listDisputesOf } from '../../recharge/refunds/disputes.store.ts'
import { listRefundsOf } from '../../recharge/refunds/refunds.store.ts'
import type { OrderRow } from '../../recharge/orders/order.ts'
import { listDeeds } from '../audit/actions.store.ts'
import { ACTOR_LABELS, outcomeReason, outcomeText } from '../labels.ts'
import { listCreditEntries, listTransitions, type OrderTransition } from './order-history.store.ts'

/** One event of an order. */
export interface TimelineEntry {
  at: Date
  what: string
  /** Signed amount of credit; null when the event is no ledger entry. */
  credit: number | null
  by: string
  why: string | null
}

const ACTIONS_SHOWN = 100

/** All recorded events of an order, oldest first; `nameAction` says what a command is called, as it is typed unless given. */
export async function readTimeline(
  sql: Query,
  { id, currency }: Pick<OrderRow, 'id' | 'currency'>,
  nameAction = (command: string) => `运营操作 ${command}`,
): Promise<TimelineEntry[]> {
  const [moves, credit, refunds, disputes, actions] = await Promise.all([
    listTransitions(sql, id),
    listCreditEntries(sql, id),
    listRefundsOf(sql, id),
    listDisputesOf(sql, id),
    listDeeds(sql, { subject: id, limit: ACTIONS_SHOWN }),
  ])
  const entries: TimelineEntry[] = [
    ...moves.map(({ at, from, to, actor, reason, about }) => ({
      at,
      what: moveText(from, to),
      credit: null,
      by: ACTOR_LABELS[actor],
      why: reason && reasonText(reason, { from, about }),
    })),
    ...credit.map(({ at, type, delta, actor, reason }) => ({
      at,
      what: `积分${CREDIT_ENTRY_LABELS[type]}`,
      credit: delta,
      by: ACTOR_LABELS[actor],
      why: reason,
    })),
    ...refunds.map(({ createdAt, providerId, amount, status, actor, reason }) => ({
      at: createdAt,
      what: `退款 ${moneyText(amount, currency)}，${REFUND_LABELS[status] ?? status}`,
      credit: null,
      by: ACTOR_LABELS[actor],
      why: [reason && reversalReasonText(reason), providerId].filter(Boolean).join('，'),
    })),
    ...disputes.map(({ createdAt, id: disputeId, amount, status, reason }) => ({
      at: createdAt,
      what: `${DISPUTE_LABELS[status] ?? status} ${moneyText(amount, currency)}`,
      credit: null,
      by: ACTOR_LABELS.provider,
      why: [reason && reversalReasonText(reason), disputeId].filter(Boolean).join('，'),
    })),
    ...actions.map((action) => ({
      at: action.startedAt,
      what: `${nameAction(action.command)}，${outcomeText(action.outcome)}`,
      credit: null,
      by: action.operator,
      why: [action.reason, outcomeReason(action)].filter(Boolean).join('；') || null,
    })),
  ]
  return entries.toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

function moveText(from: OrderTransition['from'], to: OrderTransition['to']): string {
  if (from === null) return `下单，${ORDER_STATE_LABELS[to]}`
  return from === to
    ? `仍为${ORDER_STATE_LABELS[to]}`
    : `${ORDER_STATE_LABELS[from]} → ${ORDER_STATE_LABELS[to]}`
}
