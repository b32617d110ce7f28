import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/recharge/refund-requests.ts'
import type { RefundRequest } from '#contract/recharge/refund-request.ts'
import { isUniqueViolation } from '../../db/errors.ts'
import type { Query } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { rechargeLimits } from '../limits.ts'
import type { OrderRow } from '../orders/order.ts'
import { findUserOrder, findUserOrderAfterChanges } from '../orders/orders.store.ts'
import { previewOrderRefund, refundableUntil } from './refund-policy.ts'
import {
  endRefundRequest,
  findRefundRequest,
  insertRefundRequest,
  type RefundRequestRow,
} from './refund-requests.store.ts'
import { listRefundsOf } from './refunds.store.ts'

type RefundView = OutputOf<typeof contract.refundOffer>
type RequestDeps = Pick<Deps, 'sql' | 'now' | 'limits'>

/** What the policy gives for the order now, and its newest request. Throws NOT_FOUND, also for another user's order. */
export async function readRefundOffer(
  { sql, now }: Pick<Deps, 'sql' | 'now'>,
  userId: string,
  orderId: string,
): Promise<RefundView> {
  const order = await findUserOrder(sql, userId, orderId)
  if (!order) throw new AppError('NOT_FOUND')
  return viewOf(sql, order, now())
}

/** Throws NOT_FOUND, and ORDER_STATE when there is nothing to refund or a request is open; of two at once one wins. */
export async function requestRefund(
  { sql, now, limits }: RequestDeps,
  userId: string,
  { orderId, reason }: InputOf<typeof contract.requestRefund>,
): Promise<RefundView> {
  await limits.consume(rechargeLimits.requestRefund, userId)
  const at = now()
  try {
    return await sql.begin(async (tx) => {
      const order = await findUserOrderAfterChanges(tx, userId, orderId)
      if (!order) throw new AppError('NOT_FOUND')
      const { offer } = await viewOf(tx, order, at)
      if (!offer?.amount) {
        throw new AppError('ORDER_STATE', { message: '该订单按退款规则没有可退的款项' })
      }
      await insertRefundRequest(tx, { orderId, reason: reason || null, at })
      return viewOf(tx, order, at)
    })
  } catch (error) {
    if (!isUniqueViolation(error, 'refund_requests_open')) throw error
    throw new AppError('ORDER_STATE', { message: '该订单已有处理中的退款申请' })
  }
}

/** Throws NOT_FOUND, and ORDER_STATE for a request that was answered. */
export function withdrawRefundRequest(
  { sql, now }: Pick<Deps, 'sql' | 'now'>,
  userId: string,
  orderId: string,
): Promise<RefundView> {
  const at = now()
  return sql.begin(async (tx) => {
    const order = await findUserOrderAfterChanges(tx, userId, orderId)
    if (!order) throw new AppError('NOT_FOUND')
    const ended = await endRefundRequest(tx, orderId, { state: 'withdrawn', at })
    const view = await viewOf(tx, order, at)
    // repeated, it is the same request
    if (ended === null && view.request?.state !== 'withdrawn') throw new AppError('ORDER_STATE')
    return view
  })
}

async function viewOf(sql: Query, order: OrderRow, at: Date): Promise<RefundView> {
  const policy = await previewOrderRefund(sql, order, {
    refunds: await listRefundsOf(sql, order.id),
    at,
  })
  const request = await findRefundRequest(sql, order.id)
  return {
    offer: policy && {
      rule: policy.rule,
      amount: policy.amount,
      until: refundableUntil(order)?.toISOString() ?? null,
    },
    request: request && toRefundRequest(request),
  }
}

export function toRefundRequest({
  state,
  reason,
  answer,
  refunded,
  askedAt,
  endedAt,
}: RefundRequestRow): RefundRequest {
  return {
    ...{ state, reason, answer, refunded },
    askedAt: askedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }
}
