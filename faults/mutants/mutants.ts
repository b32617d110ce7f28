import { CHAT_MUTANTS } from './chat-mutants.ts'
import type { Mutant } from './mutate.ts'

const WEBHOOK = 'server/recharge/payments/webhook.ts'
const TABLES = 'server/db/migrations/002_recharge.sql'
const SPENDABLE = 'server/db/migrations/018_spendable_credit.sql'
const SPENDING = 'server/db/migrations/020_spending_functions.sql'
const ORDER = 'server/db/migrations/051_spending_order.sql'
const STOPS = 'server/db/migrations/053_stops_of_customers.sql'
const SPEND = 'server/credit/spending/spend.store.ts'
const WELCOME = 'server/db/migrations/060_welcome_credit.sql'
const WELCOMES = 'server/credit/welcome/welcome.store.ts'
const OFFERS = 'server/db/migrations/029_plan_offers.sql'
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
        from: 'lockOrder, transitionOrder }',
        to: 'findOrder as lockOrder, transitionOrder }',
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
        from: 'if (await isKnownProviderEvent(deps.sql, event.id)) {',
        to: 'if (!(await storeProviderEvent(deps.sql, event, { orderId: null, at: deps.now() }))) {',
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

  /** Reads what is available before it locks the account: others may have taken it by the time it takes it too. */
  'check-then-take': {
    phase: 'spending',
    finding: 'overspent: ',
    patches: [
      {
        file: SPENDING,
        from: 'p_user for no key update;\n  if not found then\n    -- without',
        to: 'p_user;\n  if not found then\n    -- without',
      },
      {
        file: SPENDING,
        from: 'insert into credit_holds (',
        to: 'perform pg_sleep(0.05);\n  insert into credit_holds (',
      },
      {
        file: SPENDING,
        from: 'set held = credit_hold.held where',
        to: 'set held = account.held + p_amount where',
      },
    ],
  },

  /** A capture does not look its key up, and does not mind that its hold was captured. */
  'capture-without-key': {
    phase: 'spending',
    finding: 'doubled: ',
    patches: [
      {
        file: SPEND,
        from: '${mayBeLarge}, ${key}, ${hash}',
        to: '${mayBeLarge}, ${crypto.randomUUID()}, ${hash}',
      },
      {
        file: STOPS,
        from: "outcome := 'closed'; return; end if;\n  if hold.state in ('captured', 'released')",
        to: "outcome := 'closed'; return; end if;\n  if hold.state in ('released')",
      },
      {
        file: SPENDABLE,
        from: 'create unique index credit_charges_hold_unique',
        to: 'create index credit_charges_hold_unique',
      },
    ],
  },

  /** Holds reserve credit for ever. */
  'endless-hold': {
    phase: 'spending',
    finding: 'open: ',
    patches: [
      {
        file: SPENDING,
        from: "state = 'open' and expires_at <= p_at returning amount",
        to: "state = 'open' and expires_at <= p_at and false returning amount",
      },
    ],
  },

  /** Counts a charge into the day's usage after it was committed. */
  'late-rollup': {
    phase: 'spending',
    finding: 'sums: charges and usage of the day',
    patches: [
      {
        file: ORDER,
        from: 'insert into credit_usage_days as usage_day',
        to: 'if p_hold is not null then insert into credit_usage_days as usage_day',
      },
      {
        file: ORDER,
        from: 'charges = usage_day.charges + 1;',
        to: 'charges = usage_day.charges + 1; end if;',
      },
      {
        file: SPEND,
        from: '${apiKeyId}, ${key}, ${hash}, ${timeZone}, ${at})`\n  return row!',
        to: `\${apiKeyId}, \${key}, \${hash}, \${timeZone}, \${at})\`
  if (row!.outcome === 'done') await sql\`
    insert into credit_usage_days as day (user_id, day, application_id, api_key_id, charged, charges)
    values (\${userId}, (\${at}::timestamptz at time zone \${timeZone})::date, \${application.id},
      '00000000-0000-0000-0000-000000000000', \${amount}, 1)
    on conflict (user_id, day, application_id, api_key_id) do update
      set charged = day.charged + excluded.charged, charges = day.charges + 1\`
  return row!`,
      },
    ],
  },

  /** Looks how many pieces are left before the order is placed, and then takes them whatever is left. */
  'stock-looked-up': {
    phase: 'stock',
    finding: 'oversold: ',
    patches: [
      {
        file: OFFERS,
        from: 'where id = new.stock_id and ended_at is null and stock - held - sold >= new.num;',
        to: 'where id = new.stock_id;',
      },
    ],
  },

  /** An order that ends gives its pieces back only where its buyer cancels it without having begun to pay. */
  'pieces-kept': {
    phase: 'stock',
    finding: 'stock: ',
    patches: [
      {
        file: OFFERS,
        from: 'when (new.stock_id is not null and new.state is distinct from old.state)',
        to: "when (new.stock_id is not null and new.state = 'paid')",
      },
    ],
  },

  /** Whether a mailbox was given credit is looked up, and no constraint holds it. */
  'welcome-looked-up': {
    phase: 'welcome',
    finding: 'welcome: ',
    patches: [
      { file: WELCOME, from: 'hash bytea primary key check', to: 'hash bytea check' },
      { file: WELCOMES, from: 'on conflict (hash) do nothing returning 1', to: 'returning 1' },
    ],
  },

  /** The mailbox is claimed before the transaction that grants its credit. */
  'welcome-claimed-first': {
    phase: 'welcome',
    finding: 'welcome: ',
    patches: [
      {
        file: 'server/credit/welcome/welcome-credit.ts',
        from: 'if (await isKnownMailbox(sql, hashes)) return null',
        to: 'if (!(await claimMailbox(sql, hashes))) return null',
      },
      {
        file: 'server/credit/welcome/welcome-credit.ts',
        from: 'if (!(await claimMailbox(tx, hashes))) return\n',
        to: '',
      },
    ],
  },

  /** Work that was measured above the hold is not booked. */
  'capped-capture': {
    phase: 'spending',
    finding: 'lost: capture ',
    patches: [
      {
        file: STOPS,
        from: 'if p_amount > hold.amount and not exists',
        to: 'p_amount := least(p_amount, hold.amount);\n  if p_amount > hold.amount and not exists',
      },
    ],
  },

  ...CHAT_MUTANTS,
}
