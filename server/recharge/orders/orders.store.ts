import type { OrderState } from '#contract/shapes.ts'
import { isUuid } from '../../db/ids.ts'
import { json, type Query } from '../../db/sql.ts'
import type { PaymentMethodSummary } from '../../gateways/payments/payments.ts'
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
  attempted_methods: string[]
  foreign_declines: number
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

export function toOrderRow(row: StoredOrder): OrderRow {
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
    attemptedMethods: row.attempted_methods,
    foreignDeclines: row.foreign_declines,
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

function firstOrder(rows: StoredOrder[]): OrderRow | null {
  return rows[0] ? toOrderRow(rows[0]) : null
}

/** The database throws for a text that is no UUID. */
export async function findOrder(sql: Query, id: string): Promise<OrderRow | null> {
  if (!isUuid(id)) return null
  return firstOrder(await sql<StoredOrder>`select * from orders where id = ${id}`)
}

/**
 * Locks the order's row until the transaction ends. Not `for update`: that would block ledger entries that
 * reference the order, and their writer holds the credit account that this transaction locks next.
 */
export async function lockOrder(tx: Query, id: string): Promise<OrderRow | null> {
  return firstOrder(await tx<StoredOrder>`select * from orders where id = ${id} for no key update`)
}

/** Null also for another user's order. */
export async function findUserOrder(
  sql: Query,
  userId: string,
  id: string,
): Promise<OrderRow | null> {
  if (!isUuid(id)) return null
  return firstOrder(
    await sql<StoredOrder>`select * from orders where id = ${id} and user_id = ${userId}`,
  )
}

/** As `findUserOrder`, but first waits for a transaction that is changing the order. */
export async function findUserOrderAfterChanges(
  sql: Query,
  userId: string,
  id: string,
): Promise<OrderRow | null> {
  if (!isUuid(id)) return null
  return firstOrder(
    await sql<StoredOrder>`
      select * from orders where id = ${id} and user_id = ${userId} for no key update`,
  )
}

export async function findOrderByNumber(sql: Query, orderNo: string): Promise<OrderRow | null> {
  return firstOrder(await sql<StoredOrder>`select * from orders where order_no = ${orderNo}`)
}

export async function findOrderByIntent(sql: Query, intentId: string): Promise<OrderRow | null> {
  return firstOrder(
    await sql<StoredOrder>`select * from orders where payment_intent_id = ${intentId}`,
  )
}

/** The user's open orders, oldest first. */
export async function listOpenOrders(sql: Query, userId: string): Promise<OrderRow[]> {
  const rows = await sql<StoredOrder>`
    select * from orders where user_id = ${userId} and open_slot is not null order by id`
  return rows.map(toOrderRow)
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
  return rows.map(toOrderRow)
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

/** The order numbers and plan names that a list of credit entries shows. */
export async function listOrderNames(
  sql: Query,
  ids: readonly string[],
): Promise<{ id: string; orderNo: string; planName: string }[]> {
  return sql<{ id: string; orderNo: string; planName: string }>`
    select id, order_no as "orderNo", plan ->> 'name' as "planName"
    from orders where id = any(${ids}::uuid[])`
}

export interface OrderTransition {
  id: string
  from: OrderState
  to: OrderState
  failureCode?: string | null
  paymentMethod?: PaymentMethodSummary | null
  paidAt?: Date | null
  isLate?: boolean
  /** The newest attempt to pay has not ended. */
  isAttemptOpen?: boolean
}

/**
 * Moves the order to another state and returns it; null, with nothing changed, when it was not in `from` any
 * more. A failure code stays until another one replaces it or the order is paid.
 */
export async function transitionOrder(
  tx: Query,
  {
    id,
    from,
    to,
    failureCode = null,
    paymentMethod = null,
    paidAt = null,
    isLate = false,
    isAttemptOpen = false,
  }: OrderTransition,
): Promise<OrderRow | null> {
  return firstOrder(
    await tx<StoredOrder>`
      update orders set
        state = ${to},
        open_slot = case when ${to} in ('pending', 'processing') then open_slot end,
        failure_code = case when ${to} <> 'paid' then coalesce(${failureCode}, failure_code) end,
        payment_method = coalesce(${paymentMethod && json(paymentMethod)}::jsonb, payment_method),
        paid_at = coalesce(${paidAt}::timestamptz, paid_at),
        paid_late = paid_late or ${isLate},
        attempted_from = case when ${isAttemptOpen} then attempted_from end
      where id = ${id} and state = ${from}
      returning *`,
  )
}

/** Stores how much was refunded and whether it is disputed; the order's row is locked. */
export async function storeOrderReversals(
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
  return toOrderRow(row!)
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

/** Stores the order's intent. False when the order is closed or has another one. */
export async function storeIntent(
  sql: Query,
  { id, intentId, clientSecret }: { id: string; intentId: string; clientSecret: string },
): Promise<boolean> {
  const stored = await sql`
    update orders set payment_intent_id = ${intentId}, client_secret = ${clientSecret}
    where id = ${id} and state = 'pending'
      and (payment_intent_id is null or payment_intent_id = ${intentId})
    returning 1`
  return stored.length === 1
}

/** Stores an intent whose creation was never answered, whatever the order's state; null when it has one. */
export async function adoptIntent(
  sql: Query,
  { id, intentId, clientSecret }: { id: string; intentId: string; clientSecret: string | null },
): Promise<OrderRow | null> {
  return firstOrder(
    await sql<StoredOrder>`
      update orders set payment_intent_id = ${intentId}, client_secret = ${clientSecret}
      where id = ${id} and payment_intent_id is null returning *`,
  )
}

/** Has the next intent created under a new key. Concurrent callers raise the counter once. */
export async function raiseIntentTry(sql: Query, id: string, from: number): Promise<void> {
  await sql`update orders set intent_try = intent_try + 1 where id = ${id} and intent_try = ${from}`
}

/** Null when the buyer's account is closed. */
export async function findBuyerEmail(sql: Query, userId: string): Promise<string | null> {
  const [user] = await sql<{ email: string | null }>`select email from users where id = ${userId}`
  return user?.email ?? null
}

/** Whether the account of an order's buyer is closing or was closed for good. */
export async function isBuyerLeaving(sql: Query, userId: string): Promise<boolean> {
  const [buyer] = await sql<{ isLeaving: boolean }>`
    select coalesce(closing_at, closed_at) is not null as "isLeaving" from users where id = ${userId}`
  return buyer?.isLeaving ?? false
}
