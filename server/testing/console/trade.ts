import type { Query } from '../../db/sql.ts'
import { midnight } from '../../operator/moments.ts'
import { addDays } from '../../console/days.ts'
import { dayText } from '../../lib/local-time.ts'
import { SMALL } from '../shop.ts'

const HOUR_MS = 3_600_000
const ZONES = ['Asia/Shanghai', 'Asia/Kolkata', 'America/New_York']

/** A second around the midnights that matter, the same time a week ago, and every five hours of 32 days. */
function momentsBefore(now: Date): Date[] {
  const moments: Date[] = []
  for (const zone of ZONES) {
    for (const days of [0, 1, 6, 7, 8, 13, 14, 29, 30]) {
      const start = midnight(addDays(dayText(now, zone), -days), zone)
      moments.push(new Date(start.getTime() - 1_000), start, new Date(start.getTime() + 1_000))
    }
  }
  const aWeekAgo = now.getTime() - 7 * 24 * HOUR_MS
  moments.push(new Date(aWeekAgo - 1_000), new Date(aWeekAgo + 1_000))
  for (let hours = 1; hours < 32 * 24; hours += 5)
    moments.push(new Date(now.getTime() - hours * HOUR_MS))
  return moments.filter((moment) => moment < now)
}

/**
 * A month of trade at exactly known times: users, paid orders in two currencies, failed attempts, refunds and disputes,
 * lots that end at all distances, debts and holds.
 */
export async function insertTrade(sql: Query, now: Date): Promise<void> {
  const moments = momentsBefore(now).map((moment) => moment.toISOString())
  await sql`
    with moment as (
      select place::integer as n, at::timestamptz as at
      from unnest(${moments}::text[]) with ordinality as given (at, place)),
    person as (
      insert into users (id, email, password_hash, nickname, source, created_at)
      select uuidv7(at - clock_timestamp()), 'trade' || n || '@example.com', 'x', 'x',
        (array[null, 'zhihu', 'baidu', 'xhs'])[n % 4 + 1], at
      from moment
      returning id, email),
    account as (
      insert into credit_accounts (user_id, balance, held)
      select id, 0, length(email) % 3 * 10 from person
      returning user_id)
    select count(*) from account`
  await sql`
    with moment as (
      select place::integer as n, at::timestamptz as at
      from unnest(${moments}::text[]) with ordinality as given (at, place)),
    bought as (
      insert into orders (id, user_id, order_no, state, plan_id, plan_version, plan, num, amount, currency, credit,
        bonus_credit, source, payment_method, created_at, expires_at, paid_at)
      select uuidv7(at - interval '1 minute' - clock_timestamp()), u.id, 'trade' || n,
        case when n % 13 = 0 then 'expired' else 'paid' end, ${SMALL.id}, 1, '{"id":"small","name":"小"}', 1,
        1000 + n, case when n % 7 = 0 then 'usd' else 'cny' end, 2000, 0, (array[null, 'zhihu', 'baidu'])[n % 3 + 1],
        jsonb_build_object('type', (array['card', 'alipay', 'wechat_pay'])[n % 3 + 1], 'brand', '', 'last4', ''),
        at - interval '1 minute', at, case when n % 13 = 0 then null else at end
      from moment join users u on u.email = 'trade' || greatest(1, n - n % 3) || '@example.com'
      returning id, order_no, paid_at, created_at, currency, source),
    numbered as (select *, substr(order_no, 6)::integer as n from bought),
    happened as (
      insert into order_events (id, order_id, from_state, to_state, actor, reason, created_at, method)
      select gen_random_uuid(), id, 'processing', 'paid', 'provider', null, paid_at,
        (array['card', 'alipay', 'wechat_pay'])[n % 3 + 1]
      from numbered where paid_at is not null
      union all
      select gen_random_uuid(), id, 'processing', 'pending', 'provider',
        (array['insufficient_funds', 'do_not_honor', 'incorrect_cvc', 'waits_for_buyer'])[(n / 2) % 4 + 1],
        created_at, 'card'
      from numbered where n % 2 = 0
      union all
      -- a refund of it that failed: no payment
      select gen_random_uuid(), id, 'partially_refunded', 'paid', 'provider', 'refund_failed', paid_at, null
      from numbered where n % 5 = 0 and paid_at is not null)
    insert into order_reversals (id, order_id, kind, provider_id, amount, currency, source, booked_at)
    select gen_random_uuid(), id, entry.kind, entry.kind || n, entry.amount, currency, source, entry.at
    from numbered cross join lateral (values
      ('refund', 100 + n, paid_at, n % 5 = 0),
      ('refund', -100 - n, paid_at + interval '1 second', n % 20 = 0),
      ('dispute', 300 + n, paid_at + interval '2 hours', n % 11 = 0)) entry (kind, amount, at, is_there)
    where is_there and paid_at is not null`
  await sql`
    insert into credit_lots (id, user_id, kind, granted, remaining, expires_at, created_at)
    select gen_random_uuid(), u.id, kind, granted, remaining, ${now}::timestamptz + ends, ${now}
    from users u cross join lateral (values
      ('adjust', 1000, 7, interval '1 day'), ('adjust', 1000, 11, interval '30 days'),
      ('adjust', 1000, 13, interval '30 days 1 second'), ('adjust', 1000, 17, interval '90 days 1 second'),
      ('adjust', 1000, 19, interval '181 days'), ('adjust', 1000, 23, interval '365 days 1 second'),
      ('adjust', 1000, 29, null), ('adjust', 1000, 31, interval '-1 minute'), ('adjust', 1000, 0, null),
      ('debt', 0, -length(u.email), null)) lot (kind, granted, remaining, ends)
    where u.email like 'trade%' and (kind <> 'debt' or length(u.email) % 2 = 0)`
}
