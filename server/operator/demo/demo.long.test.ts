import { expect, test } from 'vitest'
import { newApplication } from '../../testing/applications/applications.ts'
import { operatorOf } from '../../testing/operator.ts'
import { proveLedger, type Shop, startShop } from '../../testing/shop.ts'

const LONG = 120_000

type Lost = Record<'orderNo' | 'intentId', string>

async function start() {
  const stack = new AsyncDisposableStack()
  const shop = stack.use(await startShop())
  const operator = stack.use(await operatorOf(shop))
  await newApplication(shop)
  const ann = await shop.newUser({ email: 'ann@example.com' })
  await shop.buy(ann)
  return { shop, operator, ann, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

/** The rows of every table, but for the audit log and what counts for itself. */
async function countRows({ sql }: Shop): Promise<Record<string, number>> {
  const tables = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace
      and relname not in ('operator_actions', 'credit_checkpoints', 'rate_limits', 'timed_jobs', 'traffic_visits')`
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const [row] = await sql<{ xml: string }>`
      select query_to_xml(format('select count(*) as c from %I', ${name}::text), false, true, '')::text as xml`
    counts[name] = Number(/<c>(\d+)<\/c>/.exec(row!.xml)?.[1])
  }
  return counts
}

test(
  'demo: sixty days of orders and charges, clean books, no mail; removed without a trace of it',
  async () => {
    await using fixture = await start()
    const { shop, operator, ann } = fixture
    await shop.sql`insert into traffic_visits (day, source, visits) values ('2026-01-01', 'zhihu', 7)`
    await shop.sql`insert into traffic_visits (day, source, visits) values (current_date, 'zhihu', 5)`
    const countVisits = () =>
      shop.sql<{ source: string; visits: number }>`
        select source, sum(visits)::integer as visits from traffic_visits where source = 'zhihu' group by 1`
    const before = await countRows(shop)
    const made = await operator.json<Record<string, number>>(['demo', '--orders', '160'])
    expect(made).toMatchObject({ users: 48 })
    expect(made['orders']).toBeGreaterThan(150)
    expect(made['charges']).toBeGreaterThan(30)
    await proveLedger(shop)
    expect(await operator.json(['ledger', 'prove', '--full'])).toMatchObject({ isProven: true })
    expect(await operator.json(['diff'])).toMatchObject({ differences: [] })
    // the demo's exceptions are differences, and nothing else is
    const { differences } = await operator.json<{ differences: { kind: string }[] }>(
      ['diff', '--hours', '1500'],
      3,
    )
    expect(new Set(differences.map(({ kind }) => kind))).toEqual(new Set(['unpaid_here']))
    const states = await shop.sql<{ state: string }>`
      select distinct state from orders where user_id <> ${ann.user.id}`
    const kinds = states.map(({ state }) => state)
    for (const state of ['paid', 'expired', 'refunded', 'partially_refunded', 'exception'])
      expect(kinds).toContain(state)
    const invoices = await shop.sql<{ state: string }>`select distinct state from invoices`
    expect(invoices.map(({ state }) => state)).toEqual(
      expect.arrayContaining(['issued', 'rejected']),
    )
    const [days] = await shop.sql<{ days: number; late: number; mixed: number }>`
      select count(distinct created_at::date) as days, count(*) filter (where paid_late) as late,
        count(*) filter (where paid_at - created_at > interval '1 hour') as mixed
      from orders where user_id <> ${ann.user.id}`
    expect(days!.days).toBeGreaterThan(20)
    expect(days).toMatchObject({ late: 0, mixed: 0 })
    // ids bear the time of the order, so that lists and their days have it in its place
    const misplaced = await shop.sql<{ id: string }>`
      select id from orders where abs(extract(epoch from uuid_extract_timestamp(id) - created_at)) > 1`
    expect(misplaced).toEqual([])
    const [events] = await shop.sql<{ count: number }>`
      select count(*) as count from provider_events where applied_at < now() - interval '1 day'`
    expect(events!.count).toBeGreaterThan(20)
    await useDemo(fixture)
    await shop.receiveEvents()

    expect((await countVisits())[0]!.visits).toBeGreaterThan(400)
    expect(await operator.refusal('demo')).toMatchObject({ exit: 1, code: 'EXISTS' })
    await operator.json(['demo', 'remove'])
    expect(await countRows(shop)).toEqual(before)
    expect(await countVisits()).toEqual([{ source: 'zhihu', visits: 12 }])
    await proveLedger(shop)
    expect(await operator.json(['ledger', 'prove', '--full'])).toMatchObject({ isProven: true })
    expect(await operator.json(['diff', '--hours', '1500'])).toMatchObject({ differences: [] })
    expect(await shop.balance(ann)).toBe(2000)
    expect((await operator.run('demo', 'remove')).output).toBe('没有演示数据\n')
  },
  LONG,
)

/** Does with the demo what it is for: a lost payment is recovered. */
async function useDemo({ shop, operator }: Awaited<ReturnType<typeof start>>): Promise<void> {
  const { differences } = await operator.json<{ differences: Lost[] }>(
    ['diff', '--hours', '1500'],
    3,
  )
  const lost = await shop.sql<{ orderNo: string }>`
    select order_no as "orderNo" from orders where state = 'expired' and payment_intent_id is null`
  expect(lost).toHaveLength(2)
  for (const { orderNo } of lost) {
    const { intentId } = differences.find((each) => each.orderNo === orderNo)!
    const recovered = await operator.json([
      'orders',
      'recover',
      orderNo,
      '--intent',
      intentId,
      '--reason',
      '客户来电',
    ])
    expect(recovered).toMatchObject({ to: 'paid', isChanged: true })
  }
  await proveLedger(shop)
  const receipt = await operator.refusal('orders', 'receipt', lost[0]!.orderNo)
  expect(receipt).toMatchObject({ code: 'DEMO' })
}
