import { expect, test } from 'vitest'
import { readSources } from '#contract/console/figures/figures.ts'
import { listConsoleOrders } from '#contract/console/orders/orders.ts'
import { listConsoleUsers } from '#contract/console/users.ts'
import type { Deps } from '../../deps.ts'
import { startTestConsole } from '../../testing/console/console.ts'
import { figuresOf } from '../../testing/console/figures.ts'
import { insertTrade } from '../../testing/console/trade.ts'
import { refundAsOperator } from '../../testing/refunds.ts'
import { CARDS, LARGE, type Shop, startShop } from '../../testing/shop.ts'

const LONG = 120_000

const byCurrency = <Row extends { currency: string }>(rows: readonly Row[]) =>
  rows.toSorted((a, b) => (a.currency < b.currency ? -1 : 1))

/** Sums of one day of the zone until a time of it, by another way than the page's. */
async function sumsOfDay({ sql }: Pick<Shop, 'sql'>, now: Date, zone: string, ago: number) {
  const money = await sql<{ currency: string; orders: number; received: number; reversed: number }>`
    with clock as (select ${now}::timestamptz at time zone ${zone} as now), moved as (
      select currency, 1 as orders, amount as received, 0 as reversed, paid_at at time zone ${zone} as at
      from orders where paid_at is not null
      union all
      select currency, 0, 0, amount, booked_at at time zone ${zone} from order_reversals)
    select currency, sum(orders)::bigint as orders, sum(received)::bigint as received,
      sum(reversed)::bigint as reversed
    from moved, clock
    where at::date = now::date - ${ago}::integer and at::time <= now::time group by currency`
  const [people] = await sql<{ newUsers: number; firstBuyers: number }>`
    with clock as (select ${now}::timestamptz at time zone ${zone} as now)
    select
      (select count(*) from users, clock
        where (created_at at time zone ${zone})::date = now::date - ${ago}::integer
          and (created_at at time zone ${zone})::time <= now::time) as "newUsers",
      (select count(*) from (select min(paid_at) at time zone ${zone} as at from orders
          where paid_at is not null group by user_id) first, clock
        where at::date = now::date - ${ago}::integer and at::time <= now::time) as "firstBuyers"`
  return { money: byCurrency(money), ...people! }
}

async function weekOf({ sql }: Pick<Shop, 'sql'>, now: Date, zone: string, weeksAgo: number) {
  const ended = await sql<{ method: string; succeeded: number; failed: number; reasons: string[] }>`
    select method, count(*) filter (where to_state = 'paid') as succeeded,
      count(*) filter (where to_state = 'pending') as failed,
      coalesce(array_agg(reason) filter (where to_state = 'pending'), '{}') as reasons
    from order_events
    where ((${now}::timestamptz at time zone ${zone})::date - (created_at at time zone ${zone})::date) / 7
        = ${weeksAgo}::integer
      and created_at <= ${now}
      and method is not null and (to_state = 'paid' or coalesce(reason, '') <> 'waits_for_buyer')
      and from_state = 'processing'
    group by method`
  const reversals = await sql<{
    currency: string
    refunds: number
    refunded: number
    disputes: number
    disputed: number
  }>`
    select currency, count(*) filter (where kind = 'refund' and amount > 0) as refunds,
      coalesce(sum(amount) filter (where kind = 'refund'), 0)::bigint as refunded,
      count(*) filter (where kind = 'dispute' and amount > 0) as disputes,
      coalesce(sum(amount) filter (where kind = 'dispute'), 0)::bigint as disputed
    from order_reversals
    where ((${now}::timestamptz at time zone ${zone})::date - (booked_at at time zone ${zone})::date) / 7
        = ${weeksAgo}::integer and booked_at <= ${now}
    group by currency`
  return { ended, reversals: byCurrency(reversals) }
}

async function sourcesOf({ sql }: Pick<Shop, 'sql'>, now: Date, zone: string, days: number) {
  return sql<{ source: string; registered: number; ordered: number; paid: number; net: number }>`
    with first as (select (${now}::timestamptz at time zone ${zone})::date - ${days - 1}::integer as day)
    select coalesce(source, '(direct)') as source, sum(registered)::bigint as registered,
      sum(ordered)::bigint as ordered, sum(paid)::bigint as paid, sum(net)::bigint as net
    from (
      select source, 1 as registered, 0 as ordered, 0 as paid, 0 as net from users, first
      where (created_at at time zone ${zone})::date >= day and created_at <= ${now}
      union all
      select source, 0, 1, 0, 0 from orders, first
      where (created_at at time zone ${zone})::date >= day and created_at <= ${now}
      union all
      select source, 0, 0, 1, case when currency = 'cny' then amount else 0 end from orders, first
      where (paid_at at time zone ${zone})::date >= day and paid_at <= ${now}
      union all
      select source, 0, 0, 0, case when currency = 'cny' then -amount else 0 end from order_reversals, first
      where (booked_at at time zone ${zone})::date >= day and booked_at <= ${now}) counted
    group by source`
}

/** The shop's console in another time zone, at a time that stands still. */
function standingStill(deps: Deps, now: Date, timeZone: string): Deps {
  const { content } = deps
  return { ...deps, now: () => now, content: { ...content, site: { ...content.site, timeZone } } }
}

test(
  'a month of trade: every figure is what other statements count, in zones of whole and half hours and with summer time',
  async () => {
    await using shop = await startShop()
    const ann = await shop.newUser({ email: 'ann@example.com' })
    const { orderId } = await shop.buy(ann, { id: LARGE.id })
    await refundAsOperator(shop, orderId, { amount: 990 })
    await shop.buy(ann, { card: CARDS.disputed })
    const checkout = await shop.checkout(ann)
    await shop.pay(ann, checkout, CARDS.noFunds)
    await shop.receiveEvents()
    const now = new Date()
    await insertTrade(shop.sql, now)

    for (const zone of ['Asia/Shanghai', 'Asia/Kolkata', 'America/New_York']) {
      await using staff = await startTestConsole(standingStill(shop.deps, now, zone))
      const viewer = await staff.newOperator('viewer')
      const { money, credit } = await figuresOf(shop, viewer)

      for (const [shown, ago] of [
        [money.today, 0],
        [money.before, 7],
      ] as const) {
        const { day: _, ...figures } = shown
        expect([zone, ago, { ...figures, money: byCurrency(figures.money) }]).toEqual([
          ...[zone, ago],
          await sumsOfDay(shop, now, zone, ago),
        ])
      }
      expect(money.today.money[0]!.currency).toBe('cny')

      const week = await weekOf(shop, now, zone, 0)
      const sum = (of: 'succeeded' | 'failed', { ended }: typeof week) =>
        ended.reduce((all, row) => all + row[of], 0)
      const byMethod = (a: { method: string | null }, b: { method: string | null }) =>
        String(a.method) < String(b.method) ? -1 : 1
      expect(money.week.methods.toSorted(byMethod)).toEqual(
        week.ended.map(({ reasons: _, ...row }) => row).toSorted(byMethod),
      )
      expect(money.week.attempts).toEqual({
        succeeded: sum('succeeded', week),
        failed: sum('failed', week),
      })
      const weekBefore = await weekOf(shop, now, zone, 1)
      expect(money.week.attemptsBefore).toEqual({
        succeeded: sum('succeeded', weekBefore),
        failed: sum('failed', weekBefore),
      })
      const codes = week.ended.flatMap(({ reasons }) => reasons)
      expect(money.week.reasons.length).toBeGreaterThanOrEqual(3)
      for (const { code, count } of money.week.reasons)
        expect([code, count]).toEqual([code, codes.filter((each) => each === code).length])
      expect(byCurrency(money.week.reversals).map(({ received: _, ...row }) => row)).toEqual(
        week.reversals,
      )

      for (const { day, currency, orders, received, reversed } of money.days) {
        const [paid] = await shop.sql<{ orders: number; received: number }>`
          select count(*) as orders, coalesce(sum(amount), 0)::bigint as received from orders
          where currency = ${currency} and (paid_at at time zone ${zone})::date = ${day}::date`
        const [back] = await shop.sql<{ reversed: number }>`
          select coalesce(sum(amount), 0)::bigint as reversed from order_reversals
          where currency = ${currency} and (booked_at at time zone ${zone})::date = ${day}::date
            and booked_at <= ${now}`
        expect([zone, day, currency, orders, received, reversed]).toEqual([
          ...[zone, day, currency, paid!.orders, paid!.received, back!.reversed],
        ])
      }
      expect(money.days.length).toBe(60)

      for (const days of ['7', '30', '90'] as const) {
        await shop.sql`delete from console_snapshots`
        const { sources } = (await viewer.call(readSources, { days })).body.data
        const found = sources.map(({ source, registered, ordered, paid, money: sums }) => {
          const yuan = sums.find(({ currency }) => currency === 'cny')
          const net = yuan === undefined ? 0 : yuan.received - yuan.reversed
          return { source, registered, ordered, paid, net }
        })
        const bySource = (a: { source: string }, b: { source: string }) =>
          a.source < b.source ? -1 : 1
        expect([zone, days, found.toSorted(bySource)]).toEqual([
          ...[zone, days],
          (await sourcesOf(shop, now, zone, Number(days))).toSorted(bySource),
        ])
        expect(found.map(({ net }) => net)).toEqual(
          found.map(({ net }) => net).toSorted((a, b) => b - a),
        )
      }

      const [lots] = await shop.sql<{
        owed: number
        soon: number
        never: number
        year: number
        debt: number
        debtors: number
      }>`
        select sum(remaining) filter (where kind <> 'debt')::bigint as owed,
          (sum(remaining) filter (where expires_at <= ${now}::timestamptz + interval '720 hours'))::bigint as soon,
          (sum(remaining) filter (where expires_at is null and kind <> 'debt'))::bigint as never,
          (sum(remaining) filter (where expires_at > ${now}::timestamptz + interval '8760 hours'))::bigint as year,
          -(sum(remaining) filter (where kind = 'debt'))::bigint as debt,
          count(*) filter (where kind = 'debt' and remaining < 0) as debtors
        from credit_lots where expires_at is null or expires_at > ${now}`
      const [accounts] = await shop.sql<{ held: number }>`
        select sum(held)::bigint as held from credit_accounts`
      const { takenAt: _, within90, within180, within365, ...shown } = credit
      expect(shown).toEqual({
        owed: lots!.owed,
        within30: lots!.soon,
        later: lots!.year,
        never: lots!.never,
        ...{ welcome: 0, welcomed: 0, welcomes: 0 },
        held: accounts!.held,
        holds: 0,
        debt: lots!.debt,
        debtors: lots!.debtors,
      })
      const rest = lots!.owed - lots!.soon - lots!.year - lots!.never
      expect(within90 + within180 + within365).toBe(rest)
      expect(within90 > 0 && within180 > 0 && within365 > 0).toBe(true)

      // the rows behind the figures
      const { day } = money.today
      const counted = async (filter: Parameters<typeof viewer.call<typeof listConsoleOrders>>[1]) =>
        (await viewer.call(listConsoleOrders, { limit: 1, ...filter })).body.data.count.count
      const paidToday = money.today.money.reduce((all, { orders }) => all + orders, 0)
      const today = { from: day, to: day }
      expect(await counted({ by: 'paid', ...today })).toBe(paidToday)
      expect(await counted({ by: 'paid', first: '1', ...today })).toBe(money.today.firstBuyers)
      const { from, to } = money.week
      const card = money.week.methods.find(({ method }) => method === 'card')!
      expect(await counted({ by: 'paid', method: 'card', from, to })).toBe(card.succeeded)
      expect(await counted({ by: 'failed', method: 'card', from, to })).toBe(card.failed)
      for (const { code, count } of money.week.reasons)
        expect([code, await counted({ by: 'failed', failure: code, from, to })]).toEqual([
          code,
          count,
        ])
      const [reversedOrders] = await shop.sql<{ count: number }>`
        select count(distinct order_id) from order_reversals
        where (booked_at at time zone ${zone})::date between ${from}::date and ${to}::date`
      expect(await counted({ by: 'reversed', from, to })).toBe(reversedOrders!.count)
      const users = await viewer.call(listConsoleUsers, { from: day, to: day, limit: 100 })
      expect(users.body.data.users.length).toBe(money.today.newUsers)
      for (const { source, registered, ordered, paid } of money.week.sources) {
        expect(await counted({ source, from, to })).toBe(ordered)
        expect(await counted({ by: 'paid', source, from, to })).toBe(paid)
        const registrations = await viewer.call(listConsoleUsers, { source, from, to, limit: 100 })
        expect(registrations.body.data.users.length).toBe(Math.min(100, registered))
      }
    }
  },
  LONG,
)
