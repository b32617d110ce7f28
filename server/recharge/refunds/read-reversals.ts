import type { Order, OrderState } from '#contract/shapes.ts'
import type { Query } from '../../db/sql.ts'
import { listChangesOf } from '../../credit/ledger.store.ts'
import { sumTakenBack } from './order-credit.ts'
import type { OrderRow } from '../orders/order.ts'
import { listRefundsOf, type RefundRow } from './refunds.store.ts'

const STATES_WITHOUT_MONEY = new Set<OrderState>(['pending', 'processing', 'cancelled', 'expired'])

/** An order's refunds and the credit taken back, as its buyer sees them; nothing for an order without any. */
export async function readReversals(
  sql: Query,
  { id, userId, state, dispute }: OrderRow,
): Promise<Pick<Order, 'refunds' | 'takenBack'>> {
  if (STATES_WITHOUT_MONEY.has(state)) return {}
  const refunds = []
  for (const refund of await listRefundsOf(sql, id)) {
    const { amount, status, createdAt } = refund
    if (status === 'asked' || status === 'refused') continue
    const reason = reasonOf(refund)
    const why = reason !== undefined && { reason }
    refunds.push({ amount, status, createdAt: createdAt.toISOString(), ...why })
  }
  if (refunds.length === 0 && dispute === null) return {}
  return { refunds, takenBack: sumTakenBack(await listChangesOf(sql, userId, id)) }
}

/** The provider's reasons that buyers may read. */
const REASONS: Record<string, string> = {
  duplicate: '重复付款',
  fraudulent: '付款存在风险',
  requested_by_customer: '应您的要求',
}

function reasonOf({ actor, reason }: RefundRow): string | undefined {
  if (reason === null) return undefined
  return actor === 'operator' ? reason : REASONS[reason]
}
