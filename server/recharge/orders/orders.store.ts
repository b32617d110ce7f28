import type { OrderState } from '#contract/shapes.ts'
import { json, type Query } from '../../db/sql.ts'
import type { PaymentMethodSummary } from '../../gateways/payments.ts'
import type { Lately } from './time-window.ts'
import type { OrderRow, PlanSnapshot } from './order.ts'

/** The columns that this file reads, named as they are stored. */
export interface StoredOrder {
  id: string
  user_id: string
  order_no: string
  state: OrderState
  plan: PlanSnapshot
  num: number
  amount: number
  currency: string
  credit: number
  bonus_credit: number
  payment_intent_id: string | null
  client_secret: string | null
  intent_try: number
  confirm_count: number
  attempted_method: string | null
  attempted_at: Date | null
  attempted_from: string | null
  failure_code: string | null
  payment_method: PaymentMethodSummary | null
  refunded_amount: number
  dispute: OrderRow['dispute']
  created_at: Date
  expires_at: Date
  paid_at: Date | null
}

export function fromStored(row: StoredOrder): OrderRow {
  return {
    id: row.id,
    userId: row.user_id,
    orderNo: row.order_no,
    state: row.state,
    plan: row.plan,
    num: row.num,
    amount: row.amount,
    currency: row.currency,
    credit: row.credit,
    bonusCredit: row.bonus_credit,
    paymentIntentId: row.payment_intent_id,
    clientSecret: row.client_secret,
    intentTry: row.intent_try,
    confirmCount: row.confirm_count,
    attemptedMethod: row.attempted_method,
    attemptedAt: row.attempted_at,
    attemptedFrom: row.attempted_from,
    failureCode: row.failure_code,
    paymentMethod: row.payment_method,
    refundedAmount: row.refunded_amount,
    dispute: row.dispute,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    paidAt: row.paid_at,
  }
}

function first(rows: StoredOrder[]): OrderRow | null {
  return rows[0] ? fromStored(rows[0]) : null
}

/** A text that is no id would be an error to the database. */
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export async function findOrder(sql: Query, id: string): Promise<OrderRow | null> {
  if (!ID.test(id)) return null
  return first(await sql<StoredOrder>`select * from orders where id = ${id}`)
}

/**
 * Holds the order's row until the transaction ends. Not as `for update` does: that would keep entries of the
 * ledger from naming the order, and whoever writes one holds the account that comes next here.
 */
export async function lockOrder(tx: Query, id: string): Promise<OrderRow | null> {
  return first(await tx<StoredOrder>`select * from orders where id = ${id} for no key update`)
}

/** Null also for another user's order. */
export async function findOrderOf(
  sql: Query,
  userId: string,
  id: string,
): Promise<OrderRow | null> {
  if (!ID.test(id)) return null
  return first(
    await sql<StoredOrder>`select * from orders where id = ${id} and user_id = ${userId}`,
  )
}

export async function findOrderByIntent(sql: Query, intentId: string): Promise<OrderRow | null> {
  return first(await sql<StoredOrder>`select * from orders where payment_intent_id = ${intentId}`)
}

/** The user's orders that hold one of their places, oldest first. */
export async function listOpenOrders(sql: Query, userId: string): Promise<OrderRow[]> {
  const rows = await sql<StoredOrder>`
    select * from orders where user_id = ${userId} and open_slot is not null order by id`
  return rows.map(fromStored)
}

/** Newest first. */
export async function listOrdersOf(
  sql: Query,
  {
    userId,
    state,
    limit,
    offset,
  }: { userId: string; state: OrderState | null; limit: number; offset: number },
): Promise<OrderRow[]> {
  const rows =
    state === null
      ? await sql<StoredOrder>`
          select * from orders where user_id = ${userId}
          order by id desc limit ${limit} offset ${offset}`
      : await sql<StoredOrder>`
          select * from orders where user_id = ${userId} and state = ${state}
          order by id desc limit ${limit} offset ${offset}`
  return rows.map(fromStored)
}

export async function countOrdersOf(
  sql: Query,
  { userId, state }: { userId: string; state: OrderState | null },
): Promise<number> {
  const [row] =
    state === null
      ? await sql<{ total: number }>`
          select count(*) as total from orders where user_id = ${userId}`
      : await sql<{ total: number }>`
          select count(*) as total from orders where user_id = ${userId} and state = ${state}`
  return row!.total
}

export interface Move {
  id: string
  from: OrderState
  to: OrderState
  failureCode?: string | null
  paymentMethod?: PaymentMethodSummary | null
  paidAt?: Date | null
  isLate?: boolean
  /** The newest try to pay has not come to its end. */
  isTryOpen?: boolean
}

/**
 * The order after the move; null when it was not in `from` any more, and then nothing is changed.
 * A failure stays to be seen until another one replaces it or the order is paid.
 */
export async function moveOrder(
  tx: Query,
  {
    id,
    from,
    to,
    failureCode = null,
    paymentMethod = null,
    paidAt = null,
    isLate = false,
    isTryOpen = false,
  }: Move,
): Promise<OrderRow | null> {
  return first(
    await tx<StoredOrder>`
      update orders set
        state = ${to},
        open_slot = case when ${to} in ('pending', 'processing') then open_slot end,
        failure_code = case when ${to} <> 'paid' then coalesce(${failureCode}, failure_code) end,
        payment_method = coalesce(${paymentMethod && json(paymentMethod)}::jsonb, payment_method),
        paid_at = coalesce(${paidAt}::timestamptz, paid_at),
        paid_late = paid_late or ${isLate},
        attempted_from = case when ${isTryOpen} then attempted_from end
      where id = ${id} and state = ${from}
      returning *`,
  )
}

/** What went back of the order's money and what is asked back; its row is held. */
export async function keepMoneyBack(
  tx: Query,
  {
    id,
    to,
    refundedAmount,
    dispute,
  }: Pick<OrderRow, 'id' | 'refundedAmount' | 'dispute'> & { to: OrderState },
): Promise<OrderRow> {
  const [row] = await tx<StoredOrder>`
    update orders set state = ${to}, refunded_amount = ${refundedAmount}, dispute = ${dispute}
    where id = ${id} returning *`
  return fromStored(row!)
}

/** Closes an order that has no intent at the provider. False when it has one by now, or is not pending. */
export async function closeWithoutIntent(
  tx: Query,
  id: string,
  to: 'cancelled' | 'expired',
): Promise<boolean> {
  const closed = await tx`
    update orders set state = ${to}, open_slot = null
    where id = ${id} and state = 'pending' and payment_intent_id is null
    returning 1`
  return closed.length === 1
}

/** Keeps the intent before anybody hears of it. False when the order is closed or has another one. */
export async function keepIntent(
  sql: Query,
  { id, intentId, clientSecret }: { id: string; intentId: string; clientSecret: string },
): Promise<boolean> {
  const kept = await sql`
    update orders set payment_intent_id = ${intentId}, client_secret = ${clientSecret}
    where id = ${id} and state = 'pending'
      and (payment_intent_id is null or payment_intent_id = ${intentId})
    returning 1`
  return kept.length === 1
}

/** Gives an order in any state the intent that it never learnt of; null when it has one. */
export async function adoptIntent(
  sql: Query,
  { id, intentId, clientSecret }: { id: string; intentId: string; clientSecret: string | null },
): Promise<OrderRow | null> {
  return first(
    await sql<StoredOrder>`
      update orders set payment_intent_id = ${intentId}, client_secret = ${clientSecret}
      where id = ${id} and payment_intent_id is null returning *`,
  )
}

/** The next intent is asked for under a new key. Once for each try, whoever comes first. */
export async function raiseIntentTry(sql: Query, id: string, from: number): Promise<void> {
  await sql`update orders set intent_try = intent_try + 1 where id = ${id} and intent_try = ${from}`
}

/** Takes the one right to try to pay now. False when somebody else did, or the order is not payable. */
export async function takeAttempt(
  tx: Query,
  {
    id,
    confirmCount,
    methodId,
    from,
    now,
  }: { id: string; confirmCount: number; methodId: string; from: string | null; now: Date },
): Promise<boolean> {
  const taken = await tx`
    update orders set state = 'processing', confirm_count = confirm_count + 1, failure_code = null,
      attempted_method = ${methodId}, attempted_at = ${now}, attempted_from = ${from}
    where id = ${id} and state = 'pending' and confirm_count = ${confirmCount} and expires_at > ${now}
    returning 1`
  return taken.length === 1
}

/** Takes the right to ask the provider about an order. False when it was asked `lately`. */
export async function takeRefresh(
  sql: Query,
  { id, now, lately: { from, until } }: { id: string; now: Date; lately: Lately },
): Promise<boolean> {
  const taken = await sql`
    update orders set provider_asked_at = ${now}
    where id = ${id}
      and (provider_asked_at is null or provider_asked_at <= ${from} or provider_asked_at > ${until})
    returning 1`
  return taken.length === 1
}
