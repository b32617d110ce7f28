import type { Actor } from '../../actor.ts'
import { lockAccount, saveAccount } from '../../credit/credit-accounts.store.ts'
import { grantCredit } from '../../credit/lots.ts'
import type { Query } from '../../db/sql.ts'
import type { OrderRow } from '../orders/order.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Grants an order's credit inside the transaction that marks it as paid. The ledger's keys grant it once. */
export async function grantOrderCredit(
  tx: Query,
  { id, userId, credit, bonusCredit, plan }: OrderRow,
  { actor, at }: { actor: Actor; at: Date },
): Promise<void> {
  const expiresAt = plan.validDays === 0 ? null : new Date(at.getTime() + plan.validDays * DAY_MS)
  const account = await lockAccount(tx, userId, { at })
  for (const { kind, amount } of [
    { kind: 'purchase', amount: credit },
    { kind: 'bonus', amount: bonusCredit },
  ] as const) {
    const cause = { type: kind, key: `order:${id}:${kind}`, actor, reference: id }
    if (amount > 0) grantCredit(account, cause, { amount, kind, expiresAt, at })
  }
  await saveAccount(tx, account, at)
}
