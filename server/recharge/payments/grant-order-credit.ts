import type { Query } from '../../db/sql.ts'
import type { Actor, OrderRow } from '../orders/order.ts'
import { grant } from '../../credit/lots.ts'
import { holdPurse, savePurse } from '../../credit/credit-accounts.store.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Gives the buyer what an order brings, inside the transaction that marks it as paid. The ledger's keys let it happen once. */
export async function creditOrder(
  tx: Query,
  { id, userId, credit, bonusCredit, plan }: OrderRow,
  { actor, at }: { actor: Actor; at: Date },
): Promise<void> {
  const expiresAt = plan.validDays === 0 ? null : new Date(at.getTime() + plan.validDays * DAY_MS)
  const purse = await holdPurse(tx, userId, { at })
  for (const { kind, amount } of [
    { kind: 'purchase', amount: credit },
    { kind: 'bonus', amount: bonusCredit },
  ] as const) {
    const cause = { type: kind, key: `order:${id}:${kind}`, actor, orderId: id }
    if (amount > 0) grant(purse, cause, { amount, kind, expiresAt, at })
  }
  await savePurse(tx, purse, at)
}
