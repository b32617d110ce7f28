import type { Query } from '../db/sql.ts'
import { addCredit, type NewCredit } from './ledger.store.ts'
import type { Actor, OrderRow } from './order.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Gives the buyer what an order brings, inside the transaction that marks it as paid. The ledger's keys let it happen once. */
export async function creditOrder(
  tx: Query,
  { id, userId, credit, bonusCredit, plan }: OrderRow,
  { actor, at }: { actor: Actor; at: Date },
): Promise<void> {
  const expiresAt = plan.validDays === 0 ? null : new Date(at.getTime() + plan.validDays * DAY_MS)
  const grants: NewCredit[] = [
    { type: 'purchase', amount: credit, idempotencyKey: `order:${id}:purchase` },
    { type: 'bonus', amount: bonusCredit, idempotencyKey: `order:${id}:bonus` },
  ]
  await addCredit(
    tx,
    { userId, orderId: id, expiresAt, actor, at },
    grants.filter(({ amount }) => amount > 0),
  )
}
