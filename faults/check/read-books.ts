import type { OrderState } from '#contract/shapes.ts'
import { proveLedger } from '#server/credit/prove-ledger.ts'
import { identifyShop } from '#server/gateways/shop-identity.store.ts'
import type { ProviderIntent, ProviderRefund } from '../rig/provider.ts'
import type { World } from '../rig/world.ts'

/** An order as it stands in the database, with what its credit came to. */
export interface BookedOrder {
  id: string
  state: OrderState
  amount: number
  currency: string
  intentId: string | null
  refunded: number
  isOverdue: boolean
  /** All credit that the order is to bring, bonus included. */
  credit: number
  /** What entries of the ledger gave for it, and took back. */
  given: number
  takenBack: number
}

/** Both sides of the books, read from outside of the app. */
export interface Books {
  /** What marks our intents at the provider. */
  shopId: string
  orders: BookedOrder[]
  intents: ProviderIntent[]
  refunds: ProviderRefund[]
  /** What the ledger's own proof finds wrong. */
  unproven: string[]
  entries: number
  /** Wishes to refund that never got an answer. */
  openRefunds: number
  /** Whether the database itself takes the same credit a second time. */
  takesCreditTwice: boolean
}

export async function readBooks(world: World): Promise<Books> {
  const { sql, provider } = world
  const orders = await sql<BookedOrder>`
    select id, state, amount, currency, payment_intent_id as "intentId",
      refunded_amount as refunded, state = 'pending' and expires_at <= now() as "isOverdue",
      credit + bonus_credit as credit,
      (select coalesce(sum(delta), 0)::bigint from credit_ledger
        where order_id = orders.id and type in ('purchase', 'bonus')) as given,
      (select coalesce(-sum(delta), 0)::bigint from credit_ledger
        where order_id = orders.id and type = 'refund_clawback') as "takenBack"
    from orders order by id`
  const [intents, refunds] = await Promise.all([provider.intents(), provider.refunds()])
  const proof = await proveLedger({ sql })
  const open = await sql`select 1 from refunds where status = 'asked'`
  const { id: shopId } = await identifyShop(sql)
  return {
    shopId,
    orders,
    intents,
    refunds,
    unproven: [
      ...proof.faults.map(
        ({ userId, rule, subject, expected, found }) =>
          `${rule}: ${found} instead of ${expected} (${subject ?? userId})`,
      ),
      ...proof.unread.map(({ userId, reason }) => `${userId} could not be read: ${reason}`),
    ],
    entries: proof.entries,
    openRefunds: open.length,
    takesCreditTwice: await takesCreditTwice(world),
  }
}

/** Tries to post an entry again that is there, and takes it back. */
async function takesCreditTwice({ sql }: World): Promise<boolean> {
  class TakenBack extends Error {}
  try {
    await sql.begin(async (tx) => {
      const posted = await tx`
        insert into credit_ledger (id, user_id, position, type, delta, balance_after, lot_id,
          order_id, idempotency_key, actor, created_at)
        select gen_random_uuid(), user_id, 1000000 + position, type, delta, balance_after, lot_id,
          order_id, idempotency_key, actor, created_at
        from credit_ledger limit 1
        on conflict (idempotency_key) do nothing returning 1`
      if (posted.length > 0) throw new TakenBack()
    })
    return false
  } catch {
    // posted, or the database knows of no such constraint
    return true
  }
}
