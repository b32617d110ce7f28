import { expect, test } from 'vitest'
import { freePorts } from '../../testing/free-ports.ts'
import { startOperatorShop } from '../../testing/operator-shop.ts'
import { operatorOf } from '../../testing/operator.ts'
import { proveLedger } from '../../testing/shop.ts'
import { newApplication } from '../../testing/applications/applications.ts'
import { planDemo } from './fill-demo.ts'

const DAY_MS = 24 * 60 * 60 * 1000

test('a small demo has clean books and goes without a trace; it is refused in production and ends without a sandbox, and a real user never becomes one', async () => {
  await using fixture = await startOperatorShop()
  const { shop, operator } = fixture
  const { port: unused } = await freePorts()
  await newApplication(shop)
  const ann = await shop.newUser()
  await shop.buy(ann)
  await using production = await operatorOf({
    ...shop,
    settings: {
      STRIPE_API_BASE: '',
      STRIPE_SECRET_KEY: 'sk_live_1234567890abcdef',
      PAYMENTS: 'stripe',
    },
  })
  expect((await production.run('demo')).code).not.toBe(0)
  await using astray = await operatorOf({
    ...shop,
    settings: { STRIPE_API_BASE: '', PORT: String(unused), TOOLS_SITE: 'none', CONSOLE: 'none' },
  })
  expect(await astray.refusal('demo', '--orders', '12')).toMatchObject({
    exit: 4,
    message: expect.stringContaining('请先启动商店'),
  })
  await operator.json(['demo', 'remove'])
  const made = await operator.json<Record<string, number>>(['demo', '--orders', '12'])
  expect(made).toMatchObject({ users: 4 })
  await proveLedger(shop)
  await shop.receiveEvents()
  expect(await operator.refusal('demo')).toMatchObject({ exit: 1, code: 'EXISTS' })
  await operator.json(['demo', 'remove'])
  await expect(shop.sql`update users set is_demo = true where id = ${ann.user.id}`).rejects.toThrow(
    'a user is a demo',
  )
  await expect(shop.sql`delete from credit_ledger where user_id = ${ann.user.id}`).rejects.toThrow(
    'append-only',
  )
  const [left] = await shop.sql`
    select (select count(*) from users) as users, (select count(*) from orders) as orders,
      (select count(*) from credit_ledger) as entries`
  expect(left).toEqual({ users: 1, orders: 1, entries: 1 })
  expect(await shop.balance(ann)).toBe(2000)
  expect((await operator.run('demo', 'remove')).output).toBe('没有演示数据\n')
})

test('plan: steps in the order of their times, within the days, the same at every run', () => {
  const now = new Date('2026-11-24T03:00:00Z')
  const size = { users: 120, orders: 400, charges: 1200, days: 60 }
  const steps = planDemo(size, now)
  const times = steps.map(({ at }) => at.getTime())
  expect(times.toSorted((a, b) => a - b)).toEqual(times)
  expect(times[0]!).toBeGreaterThanOrEqual(now.getTime() - 60 * DAY_MS)
  expect(times.at(-1)!).toBeLessThan(now.getTime())
  expect(planDemo(size, now)).toEqual(steps)
  const kinds = new Set(steps.map(({ kind }) => kind))
  expect(kinds.size).toBe(11)
  for (const step of steps) {
    if (step.kind !== 'order') continue
    const { user } = step
    const joined = steps.find((each) => each.kind === 'user' && each.user === user)!
    expect(joined.at < step.at).toBe(true)
  }
})

test('plan: at every hour of the day it shows each end of an order, a dispute and an invoice', () => {
  for (let hour = 0; hour < 24; hour += 0.5) {
    const now = new Date(Date.parse('2026-11-26T00:00:00Z') + hour * 3_600_000)
    const steps = planDemo({ users: 48, orders: 160, charges: 480, days: 60 }, now)
    const ends = steps.map((step) => {
      if (step.kind === 'invoice') return `invoice ${step.end}`
      if (step.kind === 'dispute') return `dispute ${step.end}`
      return step.kind === 'refund' ? `refund ${step.isWhole}` : step.kind
    })
    expect(new Set(ends), now.toISOString()).toEqual(
      new Set([
        ...['user', 'order', 'pay', 'lapse', 'overpay', 'lose', 'charge', 'day'],
        ...['refund true', 'refund false', 'dispute won', 'dispute lost', 'dispute null'],
        ...['invoice issued', 'invoice rejected', 'invoice null'],
      ]),
    )
  }
})
