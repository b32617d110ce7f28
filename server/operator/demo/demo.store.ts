import type { Query } from '../../db/sql.ts'
import { DEMO_DOMAIN } from '../../mail/outbox.ts'

/** The mail address of a demo's user ends so; no mail goes there. */
export interface DemoUser {
  id: string
  email: string
  nickname: string
  source: string | null
  createdAt: Date
}

export async function insertDemoUser(
  sql: Query,
  { id, email, nickname, source, createdAt }: DemoUser,
): Promise<void> {
  // nobody logs in: no password has this hash
  await sql`
    insert into users (id, email, password_hash, nickname, source, email_verified_at, created_at, is_demo)
    values (${id}, ${email}, 'none', ${nickname}, ${source}, ${createdAt}, ${createdAt}, true)`
}

export interface DemoCounts {
  users: number
  orders: number
  charges: number
}

/** What there is of demo data. */
export async function countDemoData(sql: Query): Promise<DemoCounts> {
  const [row] = await sql<DemoCounts>`
    select count(*) as users,
      (select count(*) from orders where user_id in (select id from users where is_demo)) as orders,
      (select count(*) from credit_charges where user_id in (select id from users where is_demo)) as charges
    from users where is_demo`
  return row!
}

/** The demo's orders, and when the first was placed; null without any. */
export async function findDemoOrders(sql: Query): Promise<{ ids: string[]; from: Date | null }> {
  const [row] = await sql<{ ids: string[]; from: Date | null }>`
    select coalesce(array_agg(id::text), '{}') as ids, min(created_at) as "from"
    from orders where user_id in (select id from users where is_demo)`
  return row!
}

/** Takes its intent from a demo's order. */
export async function forgetIntent(sql: Query, orderId: string): Promise<void> {
  await sql`
    update orders set payment_intent_id = null, client_secret = null
    where id = ${orderId} and user_id in (select id from users where is_demo)`
}

/** Some visits for each day and source of the demo's users and orders, some more for the days without any. */
export async function addDemoVisits(
  sql: Query,
  { days, timeZone }: { days: number; timeZone: string },
): Promise<void> {
  await sql`
    with came as (
      select source, (created_at at time zone ${timeZone})::date as day, 9 as visits from users where is_demo
      union all
      select orders.source, (orders.created_at at time zone ${timeZone})::date, 4
      from orders join users u on u.id = orders.user_id where u.is_demo
      union all
      select source, day::date, 6 + (extract(doy from day)::int + length(coalesce(source, ''))) % 7
      from (select distinct source from users where is_demo) sources
        cross join generate_series((now() at time zone ${timeZone})::date - ${days}::int + 1,
          (now() at time zone ${timeZone})::date, interval '1 day') day
    ), demo as (
      insert into demo_visits (day, source, visits)
      select day, coalesce(source, ''), sum(visits) from came group by 1, 2
      returning *
    )
    insert into traffic_visits (day, source, visits) select day, source, visits from demo
    on conflict (day, source) do update set visits = traffic_visits.visits + excluded.visits`
}

/** Deletes all demo data; only the database's own function may delete an entry of the ledger, and no other's. */
export async function removeDemoData(sql: Query): Promise<void> {
  await sql`select 1 as one from (select remove_demo_data()) done`
  await sql`delete from jobs where kind = 'mail' and payload ->> 'to' like ${`%@${DEMO_DOMAIN}`}`
}

/** An application of the operator's own, which spends the demo's credit; null without one. */
export async function findOwnApplication(
  sql: Query,
): Promise<{ id: string; isFirstParty: true } | null> {
  const [row] = await sql<{ id: string }>`
    select id from applications where is_first_party and disabled_at is null order by id limit 1`
  return row ? { id: row.id, isFirstParty: true } : null
}

/** Puts off the next turn of these timed jobs; a turn that runs goes on. */
export async function postponeTimedJobs(
  sql: Query,
  names: readonly string[],
  ms: number,
): Promise<void> {
  await sql`
    update timed_jobs set run_at = greatest(run_at, now() + ${ms} * interval '1 ms') where name = any(${names})`
}

/** Lets the timed jobs run at once again. */
export async function resumeTimedJobs(sql: Query, names: readonly string[]): Promise<void> {
  await sql`update timed_jobs set run_at = least(run_at, now()) where name = any(${names})`
}
