import type { Query } from '../../db/sql.ts'
import { listOrderParts } from '../../credit/ledger.store.ts'
import { GIVEN, givenBy, type OrderPart } from './order-credit.ts'
import type { OrderRow } from '../orders/order.ts'
import { holdPurse } from '../../credit/credit-accounts.store.ts'
import type { RefundRow } from './refunds.store.ts'

/** For how long after its payment an order's unused credit can be given back: `content/pages/refund.md` says so. */
export const REFUND_DAYS = 7
const DAY_MS = 24 * 60 * 60 * 1000

/** What the published policy promises for an order as it stands. */
export interface PolicyRefund {
  /** By which of its rules. */
  rule: 'unused share' | 'no credit came' | 'too late'
  /** Minor units; never more than is left of the payment. */
  amount: number
  received: number
  /** On its way back or back. */
  refunded: number
  /** Credit that the order brought, and what became of it. */
  granted: number
  used: number
  left: number
  /** Taken back by refunds, held by disputes or ended. */
  gone: number
}

/** Reads under the order's row, which is held, and the account's, so that nothing moves meanwhile. */
export async function policyRefund(
  tx: Query,
  order: OrderRow,
  { received, refunds, at }: { received: number; refunds: readonly RefundRow[]; at: Date },
): Promise<PolicyRefund> {
  const { lots } = await holdPurse(tx, order.userId, { at })
  const own = lots.filter(({ orderId }) => orderId === order.id)
  const left = own.reduce((sum, { remaining }) => sum + remaining, 0)
  const parts = await listOrderParts(tx, order.id)
  const granted = givenBy(parts)
  const gone = goneFrom(parts)
  const refunded = received - leftOf(refunds, received)
  const facts = { received, refunded, granted, used: granted - left - gone, left, gone }
  const most = received - refunded
  if (granted === 0) return { ...facts, rule: 'no credit came', amount: most }
  if (order.paidAt === null || at.getTime() - order.paidAt.getTime() > REFUND_DAYS * DAY_MS) {
    return { ...facts, rule: 'too late', amount: 0 }
  }
  const amount = Math.min(most, shareRounded(received, { part: left, of: granted }))
  return { ...facts, rule: 'unused share', amount }
}

/** What refunds have left of the payment. */
export function leftOf(refunds: readonly RefundRow[], received: number): number {
  return refunds
    .filter(({ status }) => status === 'pending' || status === 'succeeded')
    .reduce((rest, { amount }) => rest - amount, received)
}

/** Half a minor unit is rounded up. */
function shareRounded(amount: number, { part, of }: { part: number; of: number }): number {
  return Number((2n * BigInt(amount) * BigInt(part) + BigInt(of)) / (2n * BigInt(of)))
}

/** Taken from the lots that the order's credit went into; what was taken elsewhere is no part of it. */
function goneFrom(parts: readonly OrderPart[]): number {
  const own = new Set(parts.filter(({ type }) => GIVEN.includes(type)).map(({ lotId }) => lotId))
  return parts
    .filter(({ type, lotId }) => !GIVEN.includes(type) && own.has(lotId))
    .reduce((sum, { delta }) => sum - delta, 0)
}
