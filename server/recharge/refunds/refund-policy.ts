import type { Query } from '../../db/sql.ts'
import { listChangesOf, type ReferenceChange } from '../../credit/ledger.store.ts'
import { GRANT_TYPES, sumGranted } from './order-credit.ts'
import type { OrderRow } from '../orders/order.ts'
import { lockAccount } from '../../credit/credit-accounts.store.ts'
import { type AccountState, previewAccount } from '../../credit/preview-account.ts'
import type { Lot } from '../../credit/lots.ts'
import { readLateHolds, readReserve } from '../../credit/reserves.store.ts'
import type { RefundRow } from './refunds.store.ts'

/** For how long after the payment unused credit is refunded, as `content/pages/refund.md` says. */
export const REFUND_DAYS = 7
const DAY_MS = 24 * 60 * 60 * 1000

/** What the published policy gives for an order now. */
export interface PolicyRefund {
  /** The rule that applies. */
  rule: 'unused share' | 'no credit came' | 'too late'
  /** Minor units; never more than is left of the payment. */
  amount: number
  received: number
  /** Refunded, or on its way. */
  refunded: number
  /** The credit that the order granted, and what became of it. */
  granted: number
  used: number
  left: number
  /** Of `left` what is refunded: credit that has ended, is held, is owed or may still be captured is not. */
  refundable: number
  /** Taken back by refunds, held by disputes or ended. */
  gone: number
}

/** The operator's labels of the rules. */
export const POLICY_RULE_LABELS: Readonly<Record<PolicyRefund['rule'], string>> = {
  'unused share': '未用的积分占到账积分的比例',
  'no credit came': '没有积分到账，全额',
  'too late': `付款已超过 ${REFUND_DAYS} 天`,
}

interface RefundFacts {
  received: number
  refunds: readonly RefundRow[]
  at: Date
}

/**
 * Computes what the policy refunds now. Locks the credit account; the caller has locked the order. The reserve of
 * `open`, a refund under way that is looked at again, does not count.
 */
export async function computePolicyRefund(
  tx: Query,
  order: OrderRow,
  { open = null, ...facts }: RefundFacts & { open?: RefundRow | null },
): Promise<PolicyRefund> {
  const account = await lockAccount(tx, order.userId, facts)
  const own = open ? await readReserve(tx, order.userId, open.id) : 0
  const late = await readLateHolds(tx, order.userId, facts.at)
  const changes = await listChangesOf(tx, order.userId, order.id)
  const refunds = facts.refunds.filter(({ id }) => id !== open?.id)
  const { lots, balance, held } = account
  return applyPolicy(order, { ...facts, refunds, lots, balance, held: held - own, late, changes })
}

/** The same for a look: locks nothing and changes nothing. */
async function previewPolicyRefund(
  sql: Query,
  order: OrderRow,
  facts: RefundFacts,
): Promise<PolicyRefund> {
  const account = await previewAccount(sql, order.userId, facts.at)
  const changes = await listChangesOf(sql, order.userId, order.id)
  const expired = account.newEntries
    .filter(({ reference }) => reference === order.id)
    .map((entry) => ({ ...entry, isOwn: true }))
  return applyPolicy(order, { ...facts, ...account, changes: [...changes, ...expired] })
}

/** The same for an order as our books have it; null: nothing was paid, or how much only the provider knows. */
export async function previewOrderRefund(
  sql: Query,
  order: OrderRow,
  { refunds, at }: Omit<RefundFacts, 'received'>,
): Promise<PolicyRefund | null> {
  if (order.paidAt === null || order.state === 'exception') return null
  return previewPolicyRefund(sql, order, { received: order.amount, refunds, at })
}

/** Until when unused credit is refunded; null without a time of payment. */
export function refundableUntil({ paidAt }: Pick<OrderRow, 'paidAt'>): Date | null {
  return paidAt && new Date(paidAt.getTime() + REFUND_DAYS * DAY_MS)
}

function applyPolicy(
  order: OrderRow,
  {
    received,
    refunds,
    at,
    lots,
    balance,
    held,
    late,
    changes,
  }: RefundFacts &
    Pick<AccountState, 'lots' | 'balance' | 'held' | 'late'> & {
      changes: readonly ReferenceChange[]
    },
): PolicyRefund {
  const own = lots.filter(({ reference }) => reference === order.id)
  const left = sumRemaining(own)
  const unexpired = sumRemaining(
    own.filter(({ expiresAt }) => expiresAt === null || expiresAt > at),
  )
  const refundable = Math.min(unexpired, Math.max(0, balance - held - late))
  const granted = sumGranted(changes)
  const gone = sumGone(changes)
  const refunded = received - leftAfter(refunds, received)
  const facts = { received, refunded, granted, used: granted - left - gone, left, refundable, gone }
  const most = received - refunded
  if (granted === 0) return { ...facts, rule: 'no credit came', amount: most }
  const until = refundableUntil(order)
  if (until === null || at > until) {
    return { ...facts, rule: 'too late', amount: 0 }
  }
  const amount = Math.min(most, shareRounded(received, { part: refundable, of: granted }))
  return { ...facts, rule: 'unused share', amount }
}

/** The money that refunds, those under way included, have left of the payment. */
export function leftAfter(refunds: readonly RefundRow[], received: number): number {
  return refunds
    .filter(({ status }) => status !== 'refused' && status !== 'failed')
    .reduce((rest, { amount }) => rest - amount, received)
}

function sumRemaining(lots: readonly Lot[]): number {
  return lots.reduce((sum, { remaining }) => sum + remaining, 0)
}

/** Half a minor unit is rounded up. */
function shareRounded(amount: number, { part, of }: { part: number; of: number }): number {
  return Number((2n * BigInt(amount) * BigInt(part) + BigInt(of)) / (2n * BigInt(of)))
}

/** Credit that was taken back or expired from the order's own lots; not what was taken from others. */
function sumGone(changes: readonly ReferenceChange[]): number {
  return changes
    .filter(({ type, isOwn }) => type === 'expire' || (!GRANT_TYPES.includes(type) && isOwn))
    .reduce((sum, { delta }) => sum - delta, 0)
}
