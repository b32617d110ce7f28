import { Client } from 'pg'

/** Of one statement. */
const BATCH_STEPS = 2_000
const FILLED = [
  ...['users', 'credit_accounts', 'credit_lots', 'credit_ledger'],
  ...['orders', 'order_events', 'order_reversals'],
]
const YEAR_S = 365 * 24 * 60 * 60
/** Of so many steps one leaves an order to verify, of so many orders one is disputed. */
const VERIFIED = 1_000
const DISPUTED = 1_667
/** Customers and moments come out even. */
const MULTIPLE = 5_000
/** Orders of one customer: as many are placed in one step of the time, each by another customer. */
const ORDERS_EACH = 10
/** Steps from one order of a customer to the next are a hundredth of all. */
const PARTS = 100

/** An order of the middle, for calls about one. */
export interface SampleOrder {
  orderNo: string
  userId: string
  email: string
}

/**
 * Fills a shop with so many orders of a year, of all states, methods and sources, with customers who register one
 * after another and buy ten times within a tenth of the time, and with what their payments leave behind: lots, a ledger
 * of as many entries as orders, attempts, refunds, disputes, events of the provider. Of five orders one is not paid; its
 * place in the ledger takes what was spent. The books agree, but for the few disputes, which take no credit. Ids bear
 * their times. Rows of one customer lie far apart on the disk, as they do after years.
 */
export async function fillHistory(databaseUrl: string, orders: number): Promise<SampleOrder> {
  if (!(orders >= MULTIPLE && orders % MULTIPLE === 0)) {
    throw new Error(`--orders must be a multiple of ${MULTIPLE}`)
  }
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  await using cleanup = new AsyncDisposableStack()
  cleanup.defer(() => client.end())
  await client.query(`set synchronous_commit = off`)
  await client.query(`set maintenance_work_mem = '512MB'`)
  const restore = await dropIndexesAndForeignKeys(client, FILLED)
  await createHistory(client, orders)
  const steps = orders / ORDERS_EACH
  await client.query(`select fill_users(0, $1)`, [steps + 9 * (steps / PARTS) - 1])
  for (let first = 0; first < steps; first += BATCH_STEPS) {
    const last = Math.min(first + BATCH_STEPS, steps) - 1
    await client.query(`select fill_orders(${first}, ${last})`)
  }
  for (const statement of restore) await client.query(statement)
  await client.query(
    `insert into provider_events (id, type, created_at, applied_at, order_id)
     select 'evt_' || order_no, case when random() < 0.01 then 'charge.refunded' else 'payment_intent.succeeded' end,
       created_at, created_at, id
     from (select * from orders order by id desc limit 1000000) newest`,
  )
  await client.query('vacuum (analyze)')
  const { rows } = await client.query<SampleOrder>(
    `select order_no as "orderNo", user_id as "userId", email
     from orders join users on users.id = user_id
     where order_no >= 'B' || $1::int and state = 'paid' order by order_no limit 1`,
    [orders / 2],
  )
  return rows[0]!
}

/**
 * Drops the indexes, keys and foreign keys of tables, which slow down inserts, and returns the statements that
 * create them again. Rows that exist then are not checked by the foreign keys.
 */
async function dropIndexesAndForeignKeys(
  client: Client,
  tables: readonly string[],
): Promise<string[]> {
  const restored: string[] = []
  for (const types of [['f'], ['p', 'u']]) {
    const { rows } = await client.query<{ name: string; table: string; definition: string }>(
      `select quote_ident(conname) as name, conrelid::regclass::text as "table",
         pg_get_constraintdef(oid) as definition
       from pg_constraint
       where contype::text = any($1) and conparentid = 0
         and (conrelid = any($2::regclass[]) or contype = 'f' and confrelid = any($2::regclass[]))`,
      [types, tables],
    )
    for (const { name, table, definition } of rows) {
      await client.query(`alter table ${table} drop constraint ${name}`)
      const check = types.includes('f') ? ' not valid' : ''
      restored.unshift(`alter table ${table} add constraint ${name} ${definition}${check}`)
    }
  }
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index where indrelid = any($1::regclass[])`,
    [tables],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return [...rows.map(({ definition }) => definition), ...restored]
}

/**
 * The functions that fill the tables. `step` numbers the moments of the time and `turn` the orders of one; the customer
 * who orders registered `turn` hundredths of the time before, or before it began.
 */
async function createHistory(client: Client, orders: number): Promise<void> {
  const steps = orders / ORDERS_EACH
  const gap = steps / PARTS
  const { rows } = await client.query<{ began: string }>(
    `select extract(epoch from now())::bigint - ${YEAR_S} as began`,
  )
  const at = (number: string) =>
    `to_timestamp(${rows[0]!.began} + (${number}) * ${YEAR_S / orders}::float8)`
  const id = (time: string, kind: string, number: string) =>
    `(lpad(to_hex((extract(epoch from ${time}) * 1000)::bigint), 12, '0') || '7${kind}8' || lpad(to_hex(${number}), 15, '0'))::uuid`
  const userId = (customer: string) =>
    id(at(`(${customer}) * ${ORDERS_EACH}`), '001', `${customer} + ${9 * gap}`)
  /** What a customer's last entry leaves: every fifth one spends what another has granted. */
  const balance = (entry: string, rest: string) =>
    `2000 * (${entry} + 1) - 4000 * ((${rest} + ${entry}) / 5)`
  const customer = `
    (case when customer < 0 then (${gap - 1} - customer) / ${gap} else 0 end) as first_turn,
    least(9, (${steps - 1} - customer) / ${gap}) as last_turn, (customer % 5 + 5) % 5 as rest`

  await client.query(`
    create function fill_users(first bigint, last bigint) returns void language sql as $$
      with made as materialized (
        select *, ${userId('customer')} as id, ${at(`customer * ${ORDERS_EACH}`)} as at, last_turn - first_turn as entry
        from (select customer, ${customer} from (
          select n - ${9 * gap} as customer from generate_series(first, last) n) numbered) known
      ), registered as (
        insert into users (id, email, password_hash, nickname, source, created_at)
        select id, 'customer-' || customer || '@example.com', 'none', 'Ann ' || (customer + 1000000) * 7919 % 1000003,
          ${sourceOf('abs(customer)')}, at from made
      ), holding as (
        insert into credit_holds (user_id, id, application_id, amount, reason, created_at, expires_at)
        select id, id, gen_random_uuid(), 5, 'translation', now(), now() + interval '20 hours'
        from made where customer % 1000 = 3
      )
      insert into credit_accounts (user_id, balance, entries, held)
      select id, ${balance('entry', 'rest')}, entry + 1, case when customer % 1000 = 3 then 5 else 0 end from made
    $$;
    create function fill_orders(first bigint, last bigint) returns void language sql as $$
      with numbered as (
        select step, turn, ${ORDERS_EACH} * step + turn as n, step - turn * ${gap} as customer
        from generate_series(first, last) step cross join generate_series(0, 9) turn
      ), known as (
        select *, turn - first_turn as entry, (rest + turn - first_turn) % 5 as place
        from (select *, ${customer} from numbered) each
      ), told as (
        select *, ${at('n')} as at, n - ${ORDERS_EACH * gap} - 1 as n_before,
          place <> 0 as is_paid, place = 0 and entry = 0 as is_gift,
          -- the next entry takes the lot
          place = 4 and turn < last_turn as is_spent, (step - ${gap}) % 25 = 5 as is_refund
        from known
      ), made as materialized (
        select *, ${id('at', '000', 'n')} as id, ${userId('customer')} as user_id, ${id('at', '002', 'n')} as lot_id,
          case when is_paid then case when is_spent and step % 25 = 5 then 'refunded' else 'paid' end
            when step % ${VERIFIED} = ${VERIFIED / 2} and turn < 5 then 'exception'
            when at > now() - interval '30 min' then 'pending'
            when step % 4 = 0 then 'cancelled' else 'expired' end as state,
          (array['card', 'alipay', 'wechat_pay'])[1 + (step / 10 + turn) % 3] as method,
          case when step % 50 = 7 then 'usd' else 'cny' end as currency, ${sourceOf('step')} as source,
          case when is_paid and n % ${DISPUTED} = 11 and at < now() - interval '1 day' then
            case when at > now() - interval '60 days' then 'open' else 'won' end end as dispute
        from told
      ), placed as (
        insert into orders (id, user_id, order_no, state, dispute, plan_id, plan_version, plan, num, amount, currency,
          credit, bonus_credit, source, payment_method, payment_intent_id, created_at, expires_at, paid_at, open_slot,
          refunded_amount, paid_late)
        select id, user_id, 'B' || n, state, dispute, 'trial', 1,
          '{"id": "trial", "name": "体验版", "validDays": 366}', 1, 1990, currency, 2000, 0, source,
          case when is_paid then jsonb_build_object(
            'type', method, 'brand', 'visa', 'last4', case when method = 'card' then lpad((n % 10000)::text, 4, '0') else '' end) end,
          case when state <> 'pending' then 'pi_' || n end, at,
          case when state = 'pending' then now() + interval '1 day' else at end,
          case when is_paid then at end, case when state = 'pending' then 1 end,
          case when state = 'refunded' then 1990 else 0 end, is_paid and n % 3331 = 0
        from made
      ), told_events as (
        insert into order_events (id, order_id, from_state, to_state, actor, reason, created_at, method)
        select ${id('at', '003', 'n')}, id, case when is_paid then 'processing' else 'pending' end,
          case when is_paid then 'paid' else 'expired' end, case when is_paid then 'provider' else 'system' end,
          null, at, case when is_paid then method end
        from made where state not in ('pending', 'exception')
        union all
        select ${id('at', '004', 'n')}, id, 'processing', 'pending', 'provider',
          (array['card_declined', 'insufficient_funds', 'do_not_honor', 'expired_card', 'incorrect_cvc'])[1 + step % 5],
          at, method
        from made where step % 13 = 2
      ), disputed as (
        insert into disputes (id, order_id, amount, status, reason, created_at, updated_at, evidence_due_at)
        select 'dp_' || n, id, 1990, dispute, 'fraudulent', at, at, case when dispute = 'open' then now() + interval '5 days' end
        from made where dispute is not null
      ), refunded as (
        insert into refunds (id, order_id, provider_id, amount, status, actor, created_at, updated_at)
        select ${id('at', '005', 'n_before')}, ${id(at('n_before'), '000', 'n_before')}, 're_' || n_before, 1990,
          'succeeded', 'operator', at, at
        from made where place = 0 and entry > 0 and is_refund
      ), reversed as (
        insert into order_reversals (id, order_id, kind, provider_id, amount, currency, source, booked_at)
        select ${id('at', '006', 'n_before')}, ${id(at('n_before'), '000', 'n_before')}, 'refund', 're_' || n_before,
          1990, 'cny', ${sourceOf(`(step - ${gap})`)}, at
        from made where place = 0 and entry > 0 and is_refund
        union all
        select ${id('at', '007', 'n')}, id, 'dispute', 'dp_' || n, 1990, currency, source, at + interval '1 day'
        from made where dispute is not null
        union all
        select ${id('at', '008', 'n')}, id, 'dispute', 'dp_' || n, -1990, currency, source, at + interval '30 days'
        from made where dispute = 'won'
      ), granted as (
        insert into credit_lots (id, user_id, order_id, kind, granted, remaining, expires_at, created_at)
        select lot_id, user_id, case when is_paid then id end, case when is_paid then 'purchase' else 'adjust' end,
          2000, case when is_spent then 0 else 2000 end, case when step % 3 <> 0 then at + interval '366 days' end, at
        from made where is_paid or is_gift
      )
      insert into credit_ledger (id, user_id, position, type, delta, balance_after, lot_id, order_id, idempotency_key,
        actor, created_at)
      select ${id('at', '009', 'n')}, user_id, entry + 1,
        case when is_paid then 'purchase' when is_gift then 'adjust' when is_refund then 'refund_clawback' else 'consume' end,
        case when is_paid or is_gift then 2000 else -2000 end, ${balance('entry', 'rest')},
        case when is_paid or is_gift then lot_id else ${id(at('n_before'), '002', 'n_before')} end,
        case when is_paid then id when not is_gift and is_refund then ${id(at('n_before'), '000', 'n_before')} end,
        'entry:' || n, case when is_paid then 'provider' else 'operator' end, at
      from made
    $$`)
}

/** Four of ten come directly, the others from three places and ten campaigns. */
const sourceOf = (number: string) =>
  `(array[null, null, null, null, 'zhihu', 'zhihu', 'zhihu', 'bilibili', 'xiaohongshu', 'campaign-' || (7 + (${number}) / 10) % 10])[1 + (${number}) % 10]`
