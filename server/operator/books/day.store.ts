import { fragment, type Query } from '../../db/sql.ts'
import type { PaymentMethodSummary } from '../../gateways/payments/payments.ts'

/** From the first moment on, before the second one. */
export interface Span {
  from: Date
  until: Date
}

/** `dispute_won`: money of a dispute that came back. */
export type MoneyKind = 'payment' | 'refund' | 'dispute' | 'dispute_won'

/** Money that came or went. */
export interface MoneyMovement {
  kind: MoneyKind
  at: Date
  /** Its place: `at` in microseconds since 1970, the rank of its kind, and the id of order, refund or dispute. */
  micros: string
  rank: number
  key: string
  orderNo: string
  userId: string
  /** Null when the buyer's account was closed for good. */
  email: string | null
  planName: string
  num: number
  /** Minor units; below 0 when it went. */
  amount: number
  currency: string
  /** Of a payment: with the bonus. */
  credit: number | null
  paymentMethod: PaymentMethodSummary | null
  intentId: string | null
  /** The refund or dispute at the provider; null for a payment. */
  providerId: string | null
  reason: string | null
}

/** The movement that a page begins after. */
export type MovementPlace = Pick<MoneyMovement, 'micros' | 'rank' | 'key'>

const columns = fragment`
  movement.kind, movement.at, (extract(epoch from movement.at) * 1000000)::bigint::text as micros,
  movement.rank, movement.key, o.order_no as "orderNo", o.user_id as "userId", u.email,
  o.plan ->> 'name' as "planName", o.num, movement.amount, o.currency,
  case when movement.kind = 'payment' then o.credit + o.bonus_credit end as credit,
  o.payment_method as "paymentMethod", o.payment_intent_id as "intentId",
  movement.provider_id as "providerId", movement.reason`

/** Oldest first. Refunds that are on their way count; those that came to nothing do not. */
export function listMoneyMovements(
  sql: Query,
  { from, until }: Span,
  { after, limit }: { after: MovementPlace | null; limit: number },
): Promise<MoneyMovement[]> {
  const { micros = null, rank = null, key = null } = after ?? {}
  return sql<MoneyMovement>`
    with place as materialized (
      select coalesce('epoch'::timestamptz + ${micros}::bigint * interval '1 microsecond', ${from}) as at,
        coalesce(${rank}::int, 0) as rank, coalesce(${key}::text, '') as key
    ), movement as (
      (select 'payment' as kind, 1 as rank, orders.id::text as key, orders.id as order_id, paid_at as at,
          amount, null as provider_id, null as reason
        from orders, place
        where paid_at >= place.at and paid_at < ${until}
          and (paid_at, 1, orders.id::text collate "C") > (place.at, place.rank, place.key)
        order by paid_at, orders.id limit ${limit})
      union all
      (select 'refund', 2, id::text, order_id, created_at, -amount, provider_id, reason
        from refunds, place
        where status in ('pending', 'succeeded') and created_at >= place.at and created_at < ${until}
          and (created_at, 2, id::text collate "C") > (place.at, place.rank, place.key)
        order by created_at, id limit ${limit})
      union all
      (select 'dispute', 3, id, order_id, created_at, -amount, id, reason
        from disputes, place
        where created_at >= place.at and created_at < ${until}
          and (created_at, 3, id collate "C") > (place.at, place.rank, place.key)
        order by created_at, id collate "C" limit ${limit})
      union all
      (select 'dispute_won', 4, id, order_id, updated_at, amount, id, reason
        from disputes, place
        where status = 'won' and updated_at >= place.at and updated_at < ${until}
          and (updated_at, 4, id collate "C") > (place.at, place.rank, place.key)
        order by updated_at, id collate "C" limit ${limit})
    )
    select ${columns}
    from movement join orders o on o.id = movement.order_id join users u on u.id = o.user_id
    order by movement.at, movement.rank, movement.key collate "C" limit ${limit}`
}

/** How many movements there are, up to `most` of each kind. */
export async function countMoneyMovements(
  sql: Query,
  { from, until }: Span,
  most: number,
): Promise<number> {
  const [row] = await sql<{ count: number }>`
    select (select count(*) from (
        select from orders where paid_at >= ${from} and paid_at < ${until} limit ${most}) payment)
      + (select count(*) from (
        select from refunds where status in ('pending', 'succeeded')
          and created_at >= ${from} and created_at < ${until} limit ${most}) refund)
      + (select count(*) from (
        select from disputes where created_at >= ${from} and created_at < ${until} limit ${most}) dispute)
      + (select count(*) from (
        select from disputes where status = 'won'
          and updated_at >= ${from} and updated_at < ${until} limit ${most}) won) as count`
  return row!.count
}

/** What came or went of one kind in one currency. */
export interface KindSum {
  currency: string
  kind: MoneyKind
  /** The type of a payment's method, for example `card`; null for the other kinds. */
  method: string | null
  count: number
  /** Minor units, above 0. */
  amount: number
}

/** The sums of what `listMoneyMovements` lists. */
export function sumMoneyMovements(sql: Query, { from, until }: Span): Promise<KindSum[]> {
  return sql<KindSum>`
    select currency, 'payment' as kind, payment_method ->> 'type' as method, count(*) as count,
      sum(amount)::bigint as amount
    from orders where paid_at >= ${from} and paid_at < ${until} group by 1, 3
    union all
    select o.currency, 'refund', null, count(*), sum(refund.amount)::bigint
    from refunds refund join orders o on o.id = refund.order_id
    where refund.status in ('pending', 'succeeded')
      and refund.created_at >= ${from} and refund.created_at < ${until} group by 1
    union all
    select o.currency, 'dispute', null, count(*), sum(dispute.amount)::bigint
    from disputes dispute join orders o on o.id = dispute.order_id
    where dispute.created_at >= ${from} and dispute.created_at < ${until} group by 1
    union all
    select o.currency, 'dispute_won', null, count(*), sum(dispute.amount)::bigint
    from disputes dispute join orders o on o.id = dispute.order_id
    where dispute.status = 'won' and dispute.updated_at >= ${from} and dispute.updated_at < ${until} group by 1`
}

export interface BookedCredit {
  /** Of the orders that were paid: what they had to grant, and what the ledger has for them. */
  due: number
  booked: number
  /** How many orders have another sum there. */
  differing: number
  /** Numbers of those orders, ten at most. */
  examples: string[]
}

/** Compares the orders that were paid with the ledger. */
export async function compareWithLedger(sql: Query, { from, until }: Span): Promise<BookedCredit> {
  const [row] = await sql<BookedCredit>`
    with paid as materialized (
      select order_no, credit + bonus_credit as due, (
        select coalesce(sum(delta), 0)::bigint from credit_ledger entry
        where entry.user_id = o.user_id and entry.order_id = o.id and type in ('purchase', 'bonus')) as booked
      from orders o where paid_at >= ${from} and paid_at < ${until}
    )
    select coalesce(sum(due), 0)::bigint as due, coalesce(sum(booked), 0)::bigint as booked,
      count(*) filter (where due <> booked) as differing,
      coalesce((array_agg(order_no order by order_no) filter (where due <> booked))[1:10], '{}') as examples
    from paid`
  return row!
}
