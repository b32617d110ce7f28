import { expect, test } from 'vitest'
import { listCreditLedger, listDebtors, readCreditLiability } from '#contract/console/credit.ts'
import type { CallInputOf } from '#contract/endpoint.ts'
import { chargeCredit } from '../../credit/spending/spend-credit.ts'
import { ask, readPages } from '../../testing/console/console.ts'
import { startConsoleServer, startConsoleShop } from '../../testing/console/console-shop.ts'
import { oncePerFile } from '../../testing/once-per-file.ts'
import { adjust } from '../../testing/credit.ts'
import { newApplication, spendRequest } from '../../testing/applications/applications.ts'
import { fallIntoDebt } from '../../testing/applications/spending.ts'

const fixtureOf = oncePerFile(startConsoleServer)

type Fixture = Pick<Awaited<ReturnType<typeof startConsoleServer>>, 'viewer'>
type Filter = CallInputOf<typeof listCreditLedger>

function listed({ viewer }: Fixture, filter: Filter) {
  return ask(viewer, listCreditLedger, filter)
}

/** Type and change of each entry found, newest first. */
async function found(fixture: Fixture, filter: Filter) {
  return (await listed(fixture, filter)).entries.map(({ type, delta }) => `${type} ${delta}`)
}

test('each filter of the ledger finds its entries, alone and together', async () => {
  await using fixture = await startConsoleShop()
  const { shop } = fixture
  expect(await listed(fixture, {})).toMatchObject({
    entries: [],
    next: null,
    count: { count: 0 },
  })
  const ann = await shop.newUser({ email: 'ann@example.com' })
  const bob = await shop.newUser({ email: 'bob@example.com' })
  const { orderId } = await shop.buy(ann)
  const { orderNo } = await shop.order(ann, orderId)
  await adjust(shop, bob, { delta: 700, key: 'gift-7' })
  const application = await newApplication(shop)
  const request = spendRequest(application, bob)
  const spent = { amount: 30, reason: '翻译文档', usage: null }
  const { charge } = await chargeCredit(shop.deps, request, spent)

  const all = await listed(fixture, {})
  expect(all.since).toMatch(/^\d{4}-\d\d-\d\d$/)
  expect(all.entries.map(({ email }) => email)).toEqual([
    'bob@example.com',
    'bob@example.com',
    ...all.entries.slice(2).map(() => 'ann@example.com'),
  ])
  expect(all.entries[0]).toEqual({
    userId: bob.user.id,
    email: 'bob@example.com',
    nickname: 'Ann',
    position: 2,
    type: 'consume',
    delta: -30,
    balanceAfter: 670,
    orderNo: null,
    chargeId: charge.id,
    applicationId: application.id,
    by: 'AI 工具',
    reason: '翻译文档',
    createdAt: expect.stringMatching(/Z$/),
  })
  const bobs = ['consume -30', 'adjust 700']
  expect(await found(fixture, { user: 'BOB@example.com' })).toEqual(bobs)
  expect(await found(fixture, { user: bob.user.id })).toEqual(bobs)
  expect(await found(fixture, { user: 'nobody@example.com' })).toEqual([])
  expect(await found(fixture, { type: 'adjust' })).toEqual(['adjust 700'])
  expect(await found(fixture, { type: 'consume' })).toEqual(['consume -30'])
  expect(await found(fixture, { sign: 'out' })).toEqual(['consume -30'])
  expect(await found(fixture, { user: bob.user.id, sign: 'in' })).toEqual(['adjust 700'])
  expect(await found(fixture, { user: bob.user.id, min: 31 })).toEqual(['adjust 700'])
  expect(await found(fixture, { key: 'gift-7' })).toEqual(['adjust 700'])
  expect(await found(fixture, { key: 'gift-7', user: ann.user.id })).toEqual([])
  expect(await found(fixture, { charge: charge.id })).toEqual(['consume -30'])
  expect(await found(fixture, { charge: orderId })).toEqual([])
  expect(await found(fixture, { charge: 'nothing' })).toEqual([])
  expect(await found(fixture, { application: application.id })).toEqual(['consume -30'])
  expect(await found(fixture, { application: application.id, sign: 'in' })).toEqual([])
  expect(await found(fixture, { application: application.id, min: 31 })).toEqual([])
  expect(await found(fixture, { application: 'nothing' })).toEqual([])
  const ofOrder = await listed(fixture, { order: orderNo })
  expect(ofOrder.entries.every((entry) => entry.orderNo === orderNo)).toBe(true)
  expect(ofOrder.count.count).toBe(all.entries.length - 2)
  expect(await found(fixture, { order: orderNo, user: bob.user.id })).toEqual([])
  expect(await found(fixture, { from: '2020-01-01', to: '2020-01-31' })).toEqual([])
  expect(await found(fixture, { user: bob.user.id, from: '2020-01-01' })).toEqual(bobs)
  const tooLong = await fixture.viewer.call(listCreditLedger, { from: '2020-01-01' })
  expect([tooLong.status, tooLong.body.code]).toEqual([400, 'VALIDATION'])
  const turned = { from: '2020-01-02', to: '2020-01-01' }
  const refused = await fixture.viewer.call(listCreditLedger, turned)
  expect([refused.status, refused.body.code]).toEqual([400, 'VALIDATION'])
})

test('large movements among all users: those of the amount and above, in both directions, with their count', async () => {
  const fixture = await fixtureOf()
  const { shop } = fixture
  const ann = await shop.newUser()
  const application = await newApplication(shop)
  for (const delta of [9_999, 10_000, 10_001, 30_000]) await adjust(shop, ann, { delta })
  // the first two use up the first lot, the third one the second
  for (const amount of [500, 9_499, 10_000]) {
    const spent = { amount, reason: '翻译文档', usage: null }
    await chargeCredit(shop.deps, spendRequest(application, ann), spent)
  }
  const large = ['adjust 30000', 'adjust 10001', 'adjust 10000']
  const expected: [number, string[]][] = [
    [501, ['consume -10000', 'consume -9499', ...large, 'adjust 9999']],
    [10_000, ['consume -10000', ...large]],
    [10_001, ['adjust 30000', 'adjust 10001']],
    [30_001, []],
  ]
  for (const [min, entries] of expected) {
    expect(await found(fixture, { min })).toEqual(entries)
    expect((await listed(fixture, { min })).count).toEqual({
      count: entries.length,
      isMore: false,
    })
  }
  const charges = ['consume -10000']
  expect(await found(fixture, { min: 10_000, sign: 'out' })).toEqual(charges)
  expect(await found(fixture, { min: 10_000, type: 'consume' })).toEqual(charges)
  expect(await found(fixture, { min: 10_000, type: 'adjust' })).toEqual(large)
})

test('paging to the end of the ledger shows every entry once, whatever found it', async () => {
  const fixture = await fixtureOf()
  const { shop } = fixture
  const ann = await shop.newUser()
  const application = await newApplication(shop)
  // a charge takes from several lots: one moment, several entries
  for (let n = 0; n < 4; n += 1) await adjust(shop, ann, { delta: 10 })
  for (const amount of [25, 5, 1]) {
    const spent = { amount, reason: '翻译文档', usage: null }
    await chargeCredit(shop.deps, spendRequest(application, ann), spent)
  }
  for (const filter of [{}, { user: ann.user.id }, { application: application.id }]) {
    const { entries: whole } = await listed(fixture, filter)
    const pages = await readPages((before) => listed(fixture, { ...filter, before, limit: '2' }))
    expect(pages.every(({ count }) => count.count === whole.length)).toBe(true)
    const paged = pages.flatMap(({ entries }) => entries)
    expect(paged).toEqual(whole)
    expect(new Set(whole.map((entry) => JSON.stringify(entry))).size).toBe(whole.length)
    expect(whole.length).toBeGreaterThan(3)
  }
})

test('what is owed is counted by end and by age; debtors are listed by debt and by time', async () => {
  await using fixture = await startConsoleServer()
  const { shop, viewer } = fixture
  const [ann, bob, eve] = [await shop.newUser(), await shop.newUser(), await shop.newUser()]
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
  await adjust(shop, ann, { delta: 100, expiresAt: inDays(10) })
  await adjust(shop, ann, { delta: 40 })
  await shop.sql`update credit_lots set created_at = now() - interval '100 days' where granted = 40`
  await adjust(shop, bob, { delta: 5 })
  await fallIntoDebt(shop, bob, 7)
  await adjust(shop, eve, { delta: 5 })
  await fallIntoDebt(shop, eve, 3)
  const { body } = await viewer.call(readCreditLiability, {})
  expect(body.data).toMatchObject({
    credit: { owed: 140, within30: 100, never: 40, debt: 10, debtors: 2 },
    ages: { within30: 100, within90: 0, within180: 40, within365: 0, older: 0 },
  })
  const debts = async (order: 'largest' | 'newest') => {
    const pages = await readPages((before) =>
      ask(viewer, listDebtors, { order, before, limit: '1' }),
    )
    return pages.flatMap(({ debtors }) => debtors.map(({ debt }) => debt))
  }
  expect(await debts('largest')).toEqual([7, 3])
  expect(await debts('newest')).toEqual([3, 7])
})
