import type { OrderState } from '#contract/shapes.ts'
import { proveLedger } from '#server/credit/proof/prove-ledger.ts'
import { identifyShop } from '#server/gateways/payments/shop-identity.store.ts'
import { listDueGrants } from '#server/recharge/orders/due-grants.store.ts'
import type { ProviderDispute, ProviderIntent, ProviderRefund } from '#harness/sandbox-process.ts'
import type { Scenario } from '../rig/scenario.ts'
import { checkStocks } from './check-stocks.ts'

/** An order of the database with the sums of its ledger entries. */
export interface BookedOrder {
  id: string
  state: OrderState
  amount: number
  currency: string
  intentId: string | null
  refunded: number
  isOverdue: boolean
  /** All credit of the order, bonus included. */
  credit: number
  /** Credit that the ledger's entries gave for it, and took back. */
  credited: number
  clawedBack: number
  /** Credit that disputes hold. */
  disputed: number
}

/** The shop's books and the provider's, read from outside of the app. */
export interface Books {
  /** Stands in the metadata of our intents at the provider. */
  shopId: string
  orders: BookedOrder[]
  intents: ProviderIntent[]
  refunds: ProviderRefund[]
  disputes: ProviderDispute[]
  /** Findings of the ledger's own proof. */
  ledgerFindings: string[]
  entries: number
  /** Refunds that were requested and never answered. */
  openRefunds: number
  /** Whether the database accepts the same ledger entry a second time. */
  acceptsEntryTwice: boolean
  /** Findings about the pieces of limited plans. */
  stockFindings: string[]
}

export async function readBooks(scenario: Pick<Scenario, 'sql' | 'provider'>): Promise<Books> {
  const { sql, provider } = scenario
  const orders = await sql<BookedOrder>`
    select id, state, amount, currency, payment_intent_id as "intentId",
      refunded_amount as refunded, state = 'pending' and expires_at <= now() as "isOverdue",
      credit + bonus_credit as credit,
      (select coalesce(sum(delta), 0)::bigint from credit_ledger
        where user_id = orders.user_id and order_id = orders.id and type in ('purchase', 'bonus')) as credited,
      (select coalesce(-sum(delta), 0)::bigint from credit_ledger
        where user_id = orders.user_id and order_id = orders.id and type = 'refund_clawback') as "clawedBack",
      (select coalesce(-sum(delta), 0)::bigint from credit_ledger
        where user_id = orders.user_id and order_id = orders.id and type in ('dispute_hold', 'dispute_release')) as disputed
    from orders order by id`
  const [intents, refunds, disputes] = await Promise.all([
    provider.listIntents(),
    provider.listRefunds(),
    provider.listDisputes(),
  ])
  const proof = await proveLedger({ sql, now: () => new Date() }, listDueGrants, {
    isFull: true,
  })
  const open = await sql`select 1 from refunds where status = 'asked'`
  const { id: shopId } = await identifyShop(sql)
  return {
    shopId,
    orders,
    intents,
    refunds,
    disputes,
    ledgerFindings: [
      ...proof.faults.map(
        ({ userId, rule, subject, expected, found }) =>
          `${rule}: ${found} instead of ${expected} (${subject ?? userId})`,
      ),
      ...proof.unread.map(({ userId, reason }) => `${userId} could not be read: ${reason}`),
    ],
    entries: proof.entries,
    openRefunds: open.length,
    stockFindings: await checkStocks(sql),
    acceptsEntryTwice: await acceptsEntryTwice(scenario),
  }
}

/** Posts an existing entry again, and rolls back. */
async function acceptsEntryTwice({ sql }: Pick<Scenario, 'sql'>): Promise<boolean> {
  class RolledBack extends Error {}
  try {
    await sql.begin(async (tx) => {
      const posted = await tx`
        insert into credit_ledger (id, user_id, position, type, delta, balance_after, lot_id,
          order_id, idempotency_key, actor, created_at)
        select gen_random_uuid(), user_id, 1000000 + position, type, delta, balance_after, lot_id,
          order_id, idempotency_key, actor, created_at
        from credit_ledger limit 1
        on conflict (user_id, idempotency_key) do nothing returning 1`
      if (posted.length > 0) throw new RolledBack()
    })
    return false
  } catch {
    // the entry was accepted, or the constraint is missing
    return true
  }
}
