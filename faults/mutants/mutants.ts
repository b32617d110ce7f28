import type { PhaseName } from '../phases/phases.ts'

/** A text that occurs once in a file of the server, and the faulty text for it. */
export interface Patch {
  file: string
  from: string
  to: string
}

export interface Mutant {
  /** The phase that finds it. */
  phase: PhaseName
  patches: readonly [Patch, ...Patch[]]
}

const WEBHOOK = 'server/recharge/payments/webhook.ts'
const TABLES = 'server/db/migrations/002_recharge.sql'
const SPENDABLE = 'server/db/migrations/018_spendable_credit.sql'
const UNTRIED = 'server/db/migrations/009_orders_untried.sql'

export const MUTANTS: Record<string, Mutant> = {
  /** Repeats the idempotency key that was refused. First, because finding it takes longest. */
  'fixed-key': {
    phase: 'refusals',
    patches: [
      {
        file: 'server/recharge/payments/create-payment-intent.ts',
        from: '`pi:${order.id}:${order.intentTry}`',
        to: '`pi:${order.id}`',
      },
      {
        file: 'server/recharge/payments/attempt-payment.ts',
        from: '`confirm:${id}:${confirmCount + 1}`',
        to: '`confirm:${id}`',
      },
    ],
  },

  /** Reads the order, decides and writes without a lock; its credit has a random key. */
  'naive-settle': {
    phase: 'tabs',
    patches: [
      {
        file: 'server/recharge/payments/apply-snapshot.ts',
        from: 'import { lockOrder, transitionOrder }',
        to: 'import { findOrder as lockOrder, transitionOrder }',
      },
      {
        file: 'server/recharge/orders/orders.store.ts',
        from: 'where id = ${id} and state = ${from}\n',
        to: "where id = ${id} and ${from} <> ''\n",
      },
      {
        file: 'server/recharge/payments/grant-order-credit.ts',
        from: 'key: `order:${id}:${kind}`',
        to: 'key: crypto.randomUUID()',
      },
    ],
  },

  /** Uniqueness in code alone. */
  'no-unique-key': {
    phase: 'tabs',
    patches: [
      {
        file: SPENDABLE,
        from: 'add constraint credit_ledger_key_unique unique (user_id, idempotency_key),',
        to: '',
      },
      {
        file: TABLES,
        from: 'payment_intent_id text constraint orders_intent_unique unique',
        to: 'payment_intent_id text',
      },
      {
        file: TABLES,
        from: 'create unique index orders_open_slot_unique',
        to: 'create index orders_open_slot_unique',
      },
      {
        file: UNTRIED,
        from: 'create unique index orders_untried_unique',
        to: 'create index orders_untried_unique',
      },
    ],
  },

  /** Notes that an event came before what it says is done. */
  'event-id-first': {
    phase: 'webhooks',
    patches: [
      {
        file: WEBHOOK,
        from: 'import { isKnownProviderEvent }',
        to: 'import { storeProviderEvent }',
      },
      {
        file: WEBHOOK,
        from: "if (await isKnownProviderEvent(deps.sql, event.id)) return 'known'",
        to: "if (!(await storeProviderEvent(deps.sql, event))) return 'known'",
      },
      {
        file: WEBHOOK,
        from: "applySnapshot(deps, order.id, snapshot, { actor: 'provider', event })",
        to: "applySnapshot(deps, order.id, snapshot, { actor: 'provider' })",
      },
    ],
  },

  /** Thanks for the event of an order that it does not know. */
  'ok-to-unknown': {
    phase: 'strangers',
    patches: [{ file: WEBHOOK, from: "throw new AppError('INTERNAL')", to: 'return null' }],
  },

  /** Trusts that somebody will always tell. */
  'no-reconciler': {
    phase: 'reconciler',
    patches: [
      {
        file: 'server/recharge/jobs.ts',
        from: "{ name: 'reconcile-orders', everyMs: MINUTE_MS, run: (stop) => reconcileOrders(deps, stop) },",
        to: '',
      },
    ],
  },
}
