import { uuidv7 } from '../../db/ids.ts'
import type { Query } from '../../db/sql.ts'
import type { Dispute, Refund } from '../../gateways/payments.ts'
import { type DisputeRow, keepDispute, listDisputesOf } from './disputes.store.ts'
import type { Standing } from './order-credit.ts'
import type { Actor, OrderRow } from '../orders/order.ts'
import type { Word } from '../../gateways/provider-snapshot.ts'
import { keepRefund, listRefundsOf, type RefundRow } from './refunds.store.ts'

/** One thing that the provider says and the books did not. */
export interface MoneyBackNews {
  kind: 'refund' | 'dispute'
  /** The provider's. */
  id: string
  amount: number
  status: Refund['status'] | Dispute['status']
  /** By how much more of the price is gone; 0 when only its progress is new. */
  effect: number
  actor: Actor
  reason: string
  /** What the order says of its disputes afterwards. */
  flag: OrderRow['dispute']
}

interface Occasion {
  actor: Actor
  at: Date
}

/**
 * Brings the books of an order's refunds and disputes forward to what the provider says; an answer that is
 * older than the books takes nothing back. Returns what was new, oldest first, and how the order stood
 * before.
 */
export async function keepNews(
  tx: Query,
  order: OrderRow,
  { refunds = [], disputes = [] }: Word,
  occasion: Occasion,
): Promise<{ news: MoneyBackNews[]; standing: Standing }> {
  const rows = await listRefundsOf(tx, order.id)
  const cases = await listDisputesOf(tx, order.id)
  const standing = {
    orderId: order.id,
    price: order.amount,
    refunded: sumOf(rows.filter(({ status }) => isGone(status))),
    disputed: sumOf(cases.filter(({ status }) => isHeld(status))),
  }
  const news = []
  for (const refund of refunds.toSorted(byAge)) {
    const item = await keepRefundNews(tx, order, { refund, rows, ...occasion })
    if (item) news.push(item)
  }
  for (const dispute of disputes.toSorted(byAge)) {
    const item = await keepDisputeNews(tx, order, { dispute, cases, ...occasion })
    if (item) news.push(item)
  }
  return { news, standing }
}

/** A refund that had succeeded may still fail; nothing else goes on from there. */
const REFUND_RANK: Record<RefundRow['status'], number> = {
  asked: 0,
  refused: 0,
  pending: 1,
  succeeded: 2,
  failed: 3,
}

const isGone = (status: RefundRow['status']) => status === 'pending' || status === 'succeeded'

async function keepRefundNews(
  tx: Query,
  order: OrderRow,
  { refund, rows, actor, at }: Occasion & { refund: Refund; rows: readonly RefundRow[] },
): Promise<MoneyBackNews | null> {
  const { id, amount, status, metadata, createdAt } = refund
  const row =
    rows.find(({ providerId }) => providerId === id) ??
    rows.find((asked) => asked.providerId === null && asked.id === metadata['refund'])
  if (row && REFUND_RANK[row.status] >= REFUND_RANK[status]) return null
  const isFirst = !row || row.providerId === null
  const facts = {
    id: row?.id ?? uuidv7(),
    actor: row?.actor ?? 'provider',
    reason: row?.reason ?? refund.reason,
    createdAt: row?.createdAt ?? createdAt,
  }
  await keepRefund(tx, { ...facts, orderId: order.id, providerId: id, amount, status }, at)
  const before = row && isGone(row.status) ? amount : 0
  return {
    kind: 'refund',
    id,
    amount,
    status,
    effect: (isGone(status) ? amount : 0) - before,
    actor: isFirst ? facts.actor : actor,
    reason: `refund ${id} of ${amount} ${status}${facts.reason === null ? '' : `: ${facts.reason}`}`,
    flag: order.dispute,
  }
}

/** A lost dispute may be won on appeal; one that was won is over. */
const DISPUTE_RANK: Record<Dispute['status'], number> = { open: 0, lost: 1, won: 2 }

const isHeld = (status: Dispute['status']) => status !== 'won'

async function keepDisputeNews(
  tx: Query,
  order: OrderRow,
  { dispute, cases, actor, at }: Occasion & { dispute: Dispute; cases: DisputeRow[] },
): Promise<MoneyBackNews | null> {
  const { id, amount, status, reason } = dispute
  const known = cases.find((one) => one.id === id)
  if (known && DISPUTE_RANK[known.status] >= DISPUTE_RANK[status]) return null
  await keepDispute(tx, order.id, dispute, at)
  const before = known && isHeld(known.status) ? amount : 0
  if (known) known.status = status
  else cases.push(dispute)
  return {
    kind: 'dispute',
    id,
    amount,
    status,
    effect: (isHeld(status) ? amount : 0) - before,
    actor,
    reason: `dispute ${id} of ${amount} ${status}${reason === null ? '' : `: ${reason}`}`,
    flag: flagOf(cases),
  }
}

function flagOf(cases: readonly Pick<Dispute, 'status'>[]): OrderRow['dispute'] {
  const has = (wanted: Dispute['status']) => cases.some(({ status }) => status === wanted)
  if (has('open')) return 'open'
  return has('lost') ? 'lost' : 'won'
}

function sumOf(items: readonly { amount: number }[]): number {
  return items.reduce((sum, { amount }) => sum + amount, 0)
}

function byAge(a: { createdAt: Date; id: string }, b: { createdAt: Date; id: string }): number {
  return a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1)
}
