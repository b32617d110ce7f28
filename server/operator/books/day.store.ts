import { fragment, type Query } from '../../db/sql.ts'
import type { PaymentMethodSummary } from '../../gateways/payments/payments.ts'

/** From the first moment on, before the second one. */
export interface Span {
  from: Date
  until: Date
}

/** `refund_failed`, `dispute_won`: money that came back. */
export type MoneyKind = 'payment' | 'refund' | 'refund_failed' | 'dispute' | 'dispute_won'

/** Money that came or went. */
export interface MoneyMovement {
  kind: MoneyKind
  at: Date
  /** Its place: `at` in microseconds since 1970, 1 for a payment and 2 otherwise, and the id of order or reversal. */
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
  movement.provider_id as "providerId", case
    when movement.kind like 'refund%' then (
      select reason from refunds where refunds.provider_id = movement.provider_id)
    when movement.kind like 'dispute%' then (select reason from disputes where id = movement.provider_id)
  end as reason`

const reversalKind = fragment`
  case when amount > 0 then kind when kind = 'refund' then 'refund_failed' else 'dispute_won' end`

/** Microseconds since 1970 as a time that PostgreSQL reads. */
function microsText(micros: string): string {
  const time = new Date(Number(BigInt(micros) / 1000n)).toISOString()
  return time.replace('Z', `${micros.padStart(3, '0').slice(-3)}Z`)
}

/** Oldest first. What left after a payment counts on the day when it was booked, and so does what came back of it. */
export function listMoneyMovements(
  sql: Query,
  { from, until }: Span,
  { after, limit }: { after: MovementPlace | null; limit: number },
): Promise<MoneyMovement[]> {
  const { rank = 0, key = null } = after ?? {}
  // as a value, so that the planner begins there: joined to a row with it, the index would be read from its beginning
  const at = after === null ? from : microsText(after.micros)
  return sql<MoneyMovement>`
    with movement as (
      (select 'payment' as kind, 1 as rank, id as key, id as order_id, paid_at as at, amount, null as provider_id
        from orders
        where paid_at >= ${at}::timestamptz and paid_at < ${until}
          and (paid_at > ${at}::timestamptz or ${rank}::int < 1 or (${rank}::int = 1 and id > ${key}::uuid))
        order by paid_at, id limit ${limit})
      union all
      (select ${reversalKind}, 2, id, order_id, booked_at, -amount, provider_id
        from order_reversals
        where booked_at >= ${at}::timestamptz and booked_at < ${until}
          and (booked_at > ${at}::timestamptz or ${rank}::int < 2 or id > ${key}::uuid)
        order by booked_at, id limit ${limit})
    )
    select ${columns}
    from movement join orders o on o.id = movement.order_id join users u on u.id = o.user_id
    order by movement.at, movement.rank, movement.key limit ${limit}`
}

/** How many movements there are, up to `most` of payments and as many of the others. */
export async function countMoneyMovements(
  sql: Query,
  { from, until }: Span,
  most: number,
): Promise<number> {
  const [row] = await sql<{ count: number }>`
    select (select count(*) from (
        select from orders where paid_at >= ${from} and paid_at < ${until} limit ${most}) payment)
      + (select count(*) from (
        select from order_reversals where booked_at >= ${from} and booked_at < ${until}
        limit ${most}) reversal) as count`
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
    select currency, ${reversalKind} as kind, null, count(*), sum(abs(amount))::bigint
    from order_reversals where booked_at >= ${from} and booked_at < ${until} group by 1, 2`
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
