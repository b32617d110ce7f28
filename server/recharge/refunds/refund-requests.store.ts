import { uuidv7 } from '../../db/ids.ts'
import type { Query } from '../../db/sql.ts'

export interface RefundRequestRow {
  id: string
  orderId: string
  state: 'open' | 'withdrawn' | 'accepted' | 'refused'
  /** The customer's words; null: none, or the account was closed. */
  reason: string | null
  /** The operator's, of a refused one. */
  answer: string | null
  /** Minor units of the refund that closed it. */
  refunded: number | null
  askedAt: Date
  endedAt: Date | null
}

/** The newest request of an order; null: none was made. */
export async function findRefundRequest(
  sql: Query,
  orderId: string,
): Promise<RefundRequestRow | null> {
  const [row] = await sql<RefundRequestRow>`
    select id, order_id as "orderId", state, reason, answer, refunded, asked_at as "askedAt", ended_at as "endedAt"
    from refund_requests where order_id = ${orderId} order by asked_at desc, id desc limit 1`
  return row ?? null
}

/** Fails with a unique violation of `refund_requests_open` while another one of the order is open. */
export async function insertRefundRequest(
  tx: Query,
  { orderId, reason, at }: { orderId: string; reason: string | null; at: Date },
): Promise<void> {
  await tx`
    insert into refund_requests (id, order_id, state, reason, asked_at)
    values (${uuidv7()}, ${orderId}, 'open', ${reason}, ${at})`
}

interface RequestEnd {
  state: 'withdrawn' | 'accepted' | 'refused'
  answer?: string
  refunded?: number
  at: Date
}

/** Ends the open request of an order and returns its id; null when there is none. A closed account keeps no answer. */
export async function endRefundRequest(
  tx: Query,
  orderId: string,
  { state, answer, refunded, at }: RequestEnd,
): Promise<string | null> {
  const [row] = await tx<{ id: string }>`
    update refund_requests
    set state = ${state}, refunded = ${refunded ?? null}::bigint, ended_at = ${at},
      answer = case when u.closed_at is null then ${answer ?? null}::text end
    from orders o join users u on u.id = o.user_id
    where order_id = ${orderId} and o.id = order_id and refund_requests.state = 'open'
    returning refund_requests.id`
  return row?.id ?? null
}

/** The requests of a user's orders, newest first. */
export async function listRefundRequestsOf(
  sql: Query,
  userId: string,
): Promise<(RefundRequestRow & { orderNo: string })[]> {
  return sql<RefundRequestRow & { orderNo: string }>`
    select r.id, order_id as "orderId", order_no as "orderNo", r.state, reason, answer, refunded,
      asked_at as "askedAt", ended_at as "endedAt"
    from refund_requests r join orders o on o.id = r.order_id
    where o.user_id = ${userId} order by asked_at desc, r.id desc`
}
