import type { Actor } from '../../actor.ts'
import { uuidv7 } from '../../db/ids.ts'
import type { Query } from '../../db/sql.ts'
import type { Dispute, Refund } from '../../gateways/payments/payments.ts'
import type { ProviderSnapshot } from '../../gateways/payments/provider-snapshot.ts'
import type { OrderRow } from '../orders/order.ts'
import { type DisputeRow, listDisputesOf, storeDispute } from './disputes.store.ts'
import type { ReversedMoney } from './order-credit.ts'
import { listRefundsOf, type RefundRow, storeRefund } from './refunds.store.ts'

/** A refund or dispute whose status is new to the books. */
export interface ReversalChange {
  kind: 'refund' | 'dispute'
  /** The provider's. */
  id: string
  amount: number
  status: Refund['status'] | Dispute['status']
  /** By how much the reversed money grows; negative when a refund fails or a dispute is won. */
  effect: number
  actor: Actor
  /** The operator's words, or the provider's code. */
  reason: string | null
  /** The order's dispute flag afterwards. */
  dispute: OrderRow['dispute']
}

interface Occasion {
  actor: Actor
  at: Date
}

/**
 * Stores an order's refunds and disputes as the provider reports them; a report older than the books
 * changes nothing. Returns the changes, oldest first, and the reversed money before them.
 */
export async function storeRefundsAndDisputes(
  tx: Query,
  order: OrderRow,
  { refunds = [], disputes = [] }: ProviderSnapshot,
  occasion: Occasion,
): Promise<{ changes: ReversalChange[]; reversed: ReversedMoney }> {
  const storedRefunds = await listRefundsOf(tx, order.id)
  const storedDisputes = await listDisputesOf(tx, order.id)
  const reversed = reversedMoney(order, storedRefunds, storedDisputes)
  const changes = []
  for (const refund of refunds.toSorted(byAge)) {
    const change = await storeReportedRefund(tx, order, { refund, storedRefunds, ...occasion })
    if (change) changes.push(change)
  }
  for (const dispute of disputes.toSorted(byAge)) {
    const change = await storeReportedDispute(tx, order, { dispute, storedDisputes, ...occasion })
    if (change) changes.push(change)
  }
  return { changes, reversed }
}

/** The money of these refunds and disputes that is given back, or held. */
export function reversedMoney(
  { id: orderId, amount: price }: OrderRow,
  refunds: readonly RefundRow[],
  disputes: readonly DisputeRow[],
): ReversedMoney {
  return {
    orderId,
    price,
    refunded: sumOf(refunds.filter(({ status }) => isGivenBack(status))),
    disputed: sumOf(disputes.filter(({ status }) => isHeld(status))),
  }
}

/** A refund moves to higher ranks only: one that succeeded may still fail. */
const REFUND_RANK: Record<RefundRow['status'], number> = {
  asked: 0,
  refused: 0,
  pending: 1,
  succeeded: 2,
  failed: 3,
}

const isGivenBack = (status: RefundRow['status']) => status === 'pending' || status === 'succeeded'

async function storeReportedRefund(
  tx: Query,
  order: OrderRow,
  {
    refund,
    storedRefunds,
    actor,
    at,
  }: Occasion & { refund: Refund; storedRefunds: readonly RefundRow[] },
): Promise<ReversalChange | null> {
  const { id, amount, status, metadata, createdAt } = refund
  const row =
    storedRefunds.find(({ providerId }) => providerId === id) ??
    storedRefunds.find((asked) => asked.providerId === null && asked.id === metadata['refund'])
  if (row && REFUND_RANK[row.status] >= REFUND_RANK[status]) return null
  const isFirstReport = !row || row.providerId === null
  const facts = {
    id: row?.id ?? uuidv7(),
    actor: row?.actor ?? 'provider',
    reason: row?.reason ?? refund.reason,
    createdAt: row?.createdAt ?? createdAt,
  }
  await storeRefund(tx, { ...facts, orderId: order.id, providerId: id, amount, status }, at)
  const before = row && isGivenBack(row.status) ? amount : 0
  return {
    kind: 'refund',
    id,
    amount,
    status,
    effect: (isGivenBack(status) ? amount : 0) - before,
    actor: isFirstReport ? facts.actor : actor,
    reason: facts.reason,
    dispute: order.dispute,
  }
}

/** A dispute moves to higher ranks only: a lost one may be won on appeal, a won one is over. */
const DISPUTE_RANK: Record<Dispute['status'], number> = { open: 0, lost: 1, won: 2 }

const isHeld = (status: Dispute['status']) => status !== 'won'

async function storeReportedDispute(
  tx: Query,
  order: OrderRow,
  {
    dispute,
    storedDisputes,
    actor,
    at,
  }: Occasion & { dispute: Dispute; storedDisputes: DisputeRow[] },
): Promise<ReversalChange | null> {
  const { id, amount, status, reason } = dispute
  const row = storedDisputes.find((one) => one.id === id)
  if (row && DISPUTE_RANK[row.status] >= DISPUTE_RANK[status]) return null
  await storeDispute(tx, order.id, dispute, at)
  const before = row && isHeld(row.status) ? amount : 0
  if (row) row.status = status
  else storedDisputes.push(dispute)
  return {
    kind: 'dispute',
    id,
    amount,
    status,
    effect: (isHeld(status) ? amount : 0) - before,
    actor,
    reason,
    dispute: toDisputeFlag(storedDisputes),
  }
}

function toDisputeFlag(disputes: readonly Pick<Dispute, 'status'>[]): OrderRow['dispute'] {
  const has = (wanted: Dispute['status']) => disputes.some(({ status }) => status === wanted)
  if (has('open')) return 'open'
  return has('lost') ? 'lost' : 'won'
}

function sumOf(items: readonly { amount: number }[]): number {
  return items.reduce((sum, { amount }) => sum + amount, 0)
}

function byAge(a: { createdAt: Date; id: string }, b: { createdAt: Date; id: string }): number {
  return a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1)
}
