import type { OrderDetail, OrderPolicy } from '#contract/console/orders/orders.ts'
import { withCustomPlans } from '../../db/reads.ts'
import type { Query } from '../../db/sql.ts'
import { ACTOR_LABELS } from '../../operator/labels.ts'
import { listCreditEntries, readOwner } from '../../operator/orders/order-history.store.ts'
import { readTimeline } from '../../operator/orders/timeline.ts'
import { declineSentence } from '../../recharge/orders/decline-sentences.ts'
import {
  DISPUTE_LABELS,
  REFUND_LABELS,
  reversalReasonText,
} from '../../recharge/orders/order-labels.ts'
import type { OrderRow } from '../../recharge/orders/order.ts'
import { listDisputesOf } from '../../recharge/refunds/disputes.store.ts'
import {
  POLICY_RULE_LABELS,
  previewOrderRefund,
  refundableUntil,
} from '../../recharge/refunds/refund-policy.ts'
import { findRefundRequest } from '../../recharge/refunds/refund-requests.store.ts'
import { listRefundsOf, type RefundRow } from '../../recharge/refunds/refunds.store.ts'
import { searchActions } from '../audit/audit.store.ts'
import { titleOf, toAuditEntry } from '../audit/to-audit-entry.ts'
import type { ConsoleDeps } from '../deps.ts'
import { toConsoleOrder } from './list-orders.ts'
import { listOrderMails } from './order-mails.ts'
import { listEventsOf } from './order-records.store.ts'
import { findListedOrder } from './orders.store.ts'
import { AppError } from '../../http/app-error.ts'
import { findNamedOrder } from '../../operator/orders/find-order.ts'

const ACTIONS_SHOWN = 100

/** All that is stored about an order. Throws NOT_FOUND. */
export async function readConsoleOrder(
  { sql, now }: Pick<ConsoleDeps, 'sql' | 'now'>,
  orderRef: string,
): Promise<OrderDetail> {
  const order = await requireConsoleOrder(sql, orderRef)
  const { id } = order
  const [refunds, disputes, audit] = await Promise.all([
    listRefundsOf(sql, id),
    listDisputesOf(sql, id),
    withCustomPlans(sql, (tx) => listActionsOn(tx, id)),
  ])
  const [listed, buyer, timeline, entries, mails, events, policy, request] = await Promise.all([
    findListedOrder(sql, id),
    readOwner(sql, id),
    readTimeline(sql, order, (command) => `运营操作“${titleOf(command)}”`),
    listCreditEntries(sql, id),
    listOrderMails(sql, { id, refunds, disputes, actions: audit }),
    listEventsOf(sql, id),
    readPolicy(sql, order, { refunds, at: now() }),
    findRefundRequest(sql, id),
  ])
  return {
    order: { ...toConsoleOrder(listed!), ...toFacts(order) },
    buyer,
    refunds: refunds.map(({ actor, createdAt, ...refund }) => ({
      ...refund,
      statusLabel: REFUND_LABELS[refund.status]!,
      by: ACTOR_LABELS[actor],
      reason: refund.reason && reversalReasonText(refund.reason),
      createdAt: createdAt.toISOString(),
    })),
    disputes: disputes.map(({ createdAt, evidenceDueAt, ...dispute }) => ({
      ...dispute,
      evidenceDueAt: evidenceDueAt?.toISOString() ?? null,
      statusLabel: DISPUTE_LABELS[dispute.status]!,
      reason: dispute.reason && reversalReasonText(dispute.reason),
      createdAt: createdAt.toISOString(),
    })),
    timeline: timeline.map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() })),
    entries: entries.map(({ at, actor, ...entry }) => ({
      ...entry,
      at: at.toISOString(),
      by: ACTOR_LABELS[actor],
    })),
    mails,
    events: events.map(({ createdAt, appliedAt, ...event }) => ({
      ...event,
      createdAt: createdAt.toISOString(),
      appliedAt: appliedAt.toISOString(),
    })),
    audit,
    policy,
    refundRequest:
      request?.state === 'open'
        ? { reason: request.reason, askedAt: request.askedAt.toISOString() }
        : null,
  }
}

function toFacts(order: OrderRow) {
  const { plan, bonusCredit, paymentIntentId, failureCode } = order
  return {
    planId: plan.id,
    bonusCredit,
    paymentIntentId,
    validDays: plan.validDays,
    attempts: order.confirmCount,
    attemptedAt: order.attemptedAt?.toISOString() ?? null,
    failure:
      failureCode === null ? null : { code: failureCode, message: declineSentence(failureCode) },
    expiresAt: order.expiresAt.toISOString(),
  }
}

/** A paid order has received its amount; of one in `exception` only the provider knows. */
async function readPolicy(
  sql: Query,
  order: OrderRow,
  { refunds, at }: { refunds: readonly RefundRow[]; at: Date },
): Promise<OrderPolicy | null> {
  const policy = await previewOrderRefund(sql, order, { refunds, at })
  return (
    policy && {
      ...policy,
      ruleLabel: POLICY_RULE_LABELS[policy.rule],
      until: refundableUntil(order)?.toISOString() ?? null,
    }
  )
}

async function listActionsOn(sql: Query, subject: string): Promise<OrderDetail['audit']> {
  const filter = { operator: null, command: null, subject, channel: null, outcome: null }
  const rows = await searchActions(sql, filter, { before: null, limit: ACTIONS_SHOWN })
  return rows.map(toAuditEntry)
}

/** The order with this number, id or payment intent. Throws NOT_FOUND. */
export async function requireConsoleOrder(sql: Query, orderRef: string): Promise<OrderRow> {
  const order = await findNamedOrder(sql, orderRef)
  if (!order) throw new AppError('NOT_FOUND', { message: `没有这笔订单：${orderRef}` })
  return order
}
