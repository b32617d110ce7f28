import type { Query } from '../../../db/sql.ts'

export interface WaitingRows {
  count: number
  since: Date | null
}

/** Open disputes, and the one whose time for evidence ends first. */
export async function findOpenDisputes(
  sql: Query,
  most: number,
): Promise<{
  count: number
  orderNo: string
  amount: number
  currency: string
  reason: string | null
  due: Date | null
} | null> {
  const [row] = await sql<{
    count: number
    orderNo: string
    amount: number
    currency: string
    reason: string | null
    due: Date | null
  }>`
    select count(*) over () as count, o.order_no as "orderNo", d.amount, o.currency, d.reason,
      d.evidence_due_at as due
    from (select * from disputes where status = 'open' limit ${most}) d join orders o on o.id = d.order_id
    order by d.evidence_due_at nulls last, d.created_at limit 1`
  return row ?? null
}

/** Payments that were begun before and are still without an end. */
export async function findStuckPayments(
  sql: Query,
  { before, most }: { before: Date; most: number },
): Promise<WaitingRows & { orderNo: string | null }> {
  const [row] = await sql<WaitingRows & { orderNo: string | null }>`
    select count(*) as count, min(attempted_at) as since,
      (array_agg(order_no order by attempted_at))[1] as "orderNo"
    from (
      select order_no, attempted_at from orders
      where state = 'processing' and attempted_at <= ${before} order by id desc limit ${most}) stuck`
  return row!
}

export async function findExceptions(sql: Query, most: number): Promise<WaitingRows> {
  const [row] = await sql<WaitingRows>`
    select count(*) as count, min(created_at) as since
    from (select created_at from orders where state = 'exception' order by id desc limit ${most}) odd`
  return row!
}

/** Alerts of the last time of these kinds, the newest one's kind among them. */
export async function findAlerts(
  sql: Query,
  { since, without, most }: { since: Date; without: readonly string[]; most: number },
): Promise<WaitingRows & { kind: string | null }> {
  const [row] = await sql<WaitingRows & { kind: string | null }>`
    select count(*) as count, min(last_at) as since, (array_agg(kind order by last_at desc))[1] as kind
    from (
      select kind, last_at from alerts
      where last_at >= ${since} and kind <> all(${without}::text[]) order by last_at desc limit ${most}) recent`
  return row!
}

/** Messages that applications have refused at least three times, or that were given up since. */
export async function findFailingWebhooks(
  sql: Query,
  { tries, most }: { tries: number; most: number },
): Promise<WaitingRows & { name: string | null; messages: number }> {
  const [row] = await sql<WaitingRows & { name: string | null; messages: number }>`
    select count(*) as count, min(failing.since) as since, coalesce(sum(failing.messages), 0)::bigint as messages,
      (array_agg(application.name order by failing.messages desc))[1] as name
    from (
      select application_id, count(*) as messages, min(created_at) as since
      from (
        select application_id, created_at from application_messages
        where state = 'waiting' and tries > 0 and tries >= ${tries} limit ${most}) message
      group by application_id) failing
    join applications application on application.id = failing.application_id
    where application.disabled_at is null`
  return row!
}

/** Mails that were given up since then. */
export async function findDeadMails(
  sql: Query,
  { since, most }: { since: Date; most: number },
): Promise<WaitingRows> {
  const [row] = await sql<WaitingRows>`
    select count(*) as count, min(finished_at) as since
    from (
      select finished_at from jobs
      where kind = 'mail' and state = 'dead' and finished_at >= ${since} order by id desc limit ${most}) dead`
  return row!
}

/** Invoices that wait for an operator in this state, and since when the oldest was asked for. */
export async function findOpenInvoices(
  sql: Query,
  state: 'requested' | 'reversal_due',
  most: number,
): Promise<WaitingRows> {
  const [row] = await sql<WaitingRows>`
    select count(*) as count, min(requested_at) as since
    from (
      select requested_at from invoices
      where state in ('requested', 'reversal_due') and state = ${state} order by id limit ${most}) waiting`
  return row!
}

/** Open requests for a refund, and the order of the oldest. */
export async function findOpenRefundRequests(
  sql: Query,
  most: number,
): Promise<WaitingRows & { orderId: string | null }> {
  const [row] = await sql<WaitingRows & { orderId: string | null }>`
    select count(*) as count, min(asked_at) as since, (array_agg(order_id order by asked_at))[1] as "orderId"
    from (
      select asked_at, order_id from refund_requests where state = 'open' order by asked_at limit ${most}) waiting`
  return row!
}
