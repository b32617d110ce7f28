import { administer } from '../database/administer.ts'
import { seedPlans } from '../../recharge/plans/plans.store.ts'
import type { TestDatabase } from '../database/test-database.ts'
import { SMALL } from '../shop.ts'

/** Tables with a few of each kind among many others. */
export async function fillTables({
  sql,
  url,
}: TestDatabase): Promise<{ orderId: string; userId: string }> {
  // without the time limits of the shop's own statements
  const run = (statement: string) => administer(url, statement)
  await seedPlans(sql, [SMALL])
  await run(`
    insert into users (id, email, password_hash, nickname, source)
    select uuidv7(), n || '@example.com', 'x', 'x', case when n % 400 = 0 then 'zhihu' end
    from generate_series(1, 4000) n`)
  for (let round = 0; round < 5; round += 1) {
    await run(`
    insert into orders (id, user_id, order_no, state, plan_id, plan_version, plan, num, amount, currency,
      credit, bonus_credit, source, payment_method, paid_late, payment_intent_id, paid_at, created_at, expires_at)
    select uuidv7(n * interval '1 us'), u.id, lpad(n::text, 18, '0'),
      case when n % 5000 = 0 then 'exception' when n % 3 = 0 then 'paid' else 'expired' end,
      '${SMALL.id}', 1, '{"name":"x"}', 1, 1990, 'cny', 2000, 0, case when n % 4000 = 0 then 'zhihu' else 'direct' end,
      case when n % 3000 = 0 then '{"type":"alipay","last4":""}'::jsonb
        when n % 3 = 0 then jsonb_build_object('type', 'card', 'last4', lpad((n % 10000)::text, 4, '0')) end,
      n % 6000 = 0, 'pi_' || n, case when n % 3 = 0 then timestamptz '2026-07-01Z' + n * interval '15 min' end,
      now(), now()
    from (select id, row_number() over () + 4000 * ${round} as n from users) u`)
  }
  await run(`
    insert into refunds (id, order_id, provider_id, amount, status, actor, created_at, updated_at)
    select uuidv7(), id, 're_' || order_no, 1, 'succeeded', 'user', now(), now() from orders limit 3000`)
  await run(`
    insert into disputes (id, order_id, amount, status, created_at, updated_at)
    select 'dp_' || order_no, id, 1, 'won', now(), now() from orders limit 3000`)
  await run(`
    insert into jobs (id, kind, payload, state, dedupe_key, finished_at)
    select uuidv7(n * interval '1 us'), case when n % 10 = 0 then 'mail' else 'message' end, '{}', 'done', 'k' || n, now()
    from generate_series(1, 10000) n`)
  await run(`
    insert into jobs (id, kind, payload, state)
    select uuidv7(n * interval '1 us'), 'mail', jsonb_build_object('to', n || '@example.com', 'subject', 'mail ' || n),
      case when n % 300 = 0 then 'dead' else 'waiting' end
    from generate_series(1, 3000) n`)
  await run(`
    insert into provider_events (id, type, created_at, applied_at, order_id)
    select 'evt_' || order_no, case when order_no::bigint % 2000 = 0 then 'charge.dispute.created' else 'x' end, now(),
      now() - order_no::bigint * interval '1 s', id from orders`)
  await run(`
    update orders set paid_at = created_at - order_no::bigint * interval '1 minute' where state = 'paid'`)
  await run(`
    insert into order_reversals (id, order_id, kind, provider_id, amount, currency, booked_at)
    select gen_random_uuid(), id, 'refund', 're_' || order_no, 1, 'cny', paid_at from orders where paid_at is not null`)
  await run(`
    insert into order_events (id, order_id, from_state, to_state, actor, reason, created_at)
    select gen_random_uuid(), id, 'processing', case when n = 1 then 'pending' else 'processing' end, 'user',
      'do_not_honor', created_at - order_no::bigint * interval '1 minute'
    from orders cross join generate_series(1, 2) n`)
  await run(`
    insert into alerts (kind, subject, facts, first_at, last_at)
    select 'order_unknown', n, '{}', now(), now() - n * interval '1 hour' from generate_series(1, 4000) n`)
  await run(`
    insert into invoices (id, user_id, state, kind, name, tax_number, email, amount, currency, number, issued_at,
      reversal_number, reversed_at, reason, requested_at)
    select uuidv7(n * interval '1 us'), id, state, 'company', 'n' || n, lpad(n::text, 18, '0'), 'x', 1, 'cny',
      case when state <> 'requested' then n::text end, case when state <> 'requested' then now() end,
      case when state = 'reversed' then 'r' || n end, case when state = 'reversed' then now() end, 'x', now()
    from (
      select id, n, case when n % 1000 = 0 then 'requested' when n % 900 = 0 then 'reversal_due'
        when n % 10 = 0 then 'reversed' else 'issued' end as state
      from (select id, row_number() over () as n from users) numbered) u`)
  await run(`
    insert into invoice_orders (invoice_id, order_id, amount)
    select i.id, o.id, 1 from invoices i
    join lateral (select id from orders where user_id = i.user_id limit 1) o on true`)
  await run(`
    insert into operator_actions (id, channel, operator, command, given)
    select uuidv7(), 'terminal', 'x', 'plans save', '{}' from generate_series(1, 300)`)
  await run(`
    insert into plans (id, position, name, summary, features, amount, currency, credit)
    select 'p' || n, n, 'x', '', '[]', 1, 'cny', 1 from generate_series(1, 100) n`)
  await run(`
    insert into plan_changes (id, plan_id, action_id, version, is_new, fields)
    select uuidv7(n * interval '1 us'), 'p' || (n % 100 + 1),
      (select id from operator_actions limit 1), 1, false, '[]'
    from generate_series(1, 10000) n`)
  await run('analyze')
  const [row] = await sql<{ orderId: string; userId: string }>`
    select id as "orderId", user_id as "userId" from orders where order_no = ${'7'.padStart(18, '0')}`
  return row!
}
