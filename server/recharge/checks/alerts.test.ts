import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { administer } from '../../testing/database/administer.ts'
import { refundAtProvider } from '../../testing/refunds.ts'
import { CARDS, eventOf, startShop } from '../../testing/shop.ts'
import { alertsFromNow, shopPerFile } from '../../testing/shared-shop.ts'
import { uuidv7 } from '../../db/ids.ts'
import { payAtProvider } from '../../testing/pay-at-provider.ts'
import { adjustCredit } from '../../credit/adjust-credit.ts'
import { checkOrder } from './check-order.ts'
import { alertFailingJob } from '../../alerts/raise-alert.ts'
import { listDueGrants } from '../orders/due-grants.store.ts'
import { reportLedgerFaults } from '../../credit/proof/report-ledger-faults.ts'
import { reportProviderDifferences } from './report-differences.ts'
import { diffProvider } from './diff-provider.ts'

const OPERATOR = 'operator@example.com'
const withOperator = { environment: { OPERATOR_EMAIL: OPERATOR } }
const shopOf = shopPerFile(withOperator)
const SUCCEEDED = 'payment_intent.succeeded'
const QUARTER_MS = 15 * 60_000

test('a payment that differs from its order alerts the operator by log, count and mail', async () => {
  const shop = await shopOf()
  const alerts = alertsFromNow(shop)
  const ann = await shop.newUser()
  const { orderId, intentId } = await shop.checkout(ann)
  await shop.provider('POST', `/v1/payment_intents/${intentId}`, { amount: '1000' })
  await payAtProvider(shop, intentId)

  expect(await shop.order(ann, orderId)).toMatchObject({ state: 'exception' })
  expect(await shop.balance(ann)).toBe(0)

  const { orderNo } = await shop.order(ann, orderId)
  expect(alerts()).toEqual(['order_exception'])
  expect(await shop.sql`select kind, times from alerts where subject = ${orderId}`).toEqual([
    { kind: 'order_exception', times: 1 },
  ])
  const mails = (await shop.mails(OPERATOR)).filter(({ text }) => text.includes(orderNo))
  expect(mails).toHaveLength(1)
  expect(mails[0]).toMatchObject({ subject: '[星桥 AI] 订单待核实' })
  expect(mails[0]?.text).toContain(`订单号：${orderNo}`)
  expect(mails[0]?.text).toContain('原因：与订单不符：应收金额、实收金额')
  expect(await shop.mails(ann.user.email)).toEqual([])
})

test('an alert is counted each time and mailed once; one whose mail cannot be stored is not counted', async () => {
  const shop = await shopOf()
  const alerts = alertsFromNow(shop)
  const intent = {
    id: `pi_lost_${randomUUID()}`,
    metadata: { shop: shop.deps.shop.id, order: uuidv7() },
  }
  const tell = () => shop.deliver(eventOf(SUCCEEDED, intent))
  const times = () => shop.sql`select times from alerts where subject = ${intent.id}`
  const mails = async () =>
    (await shop.mails(OPERATOR)).filter(({ text }) => text.includes(intent.id))
  await shop.sql`alter table jobs add constraint no_mail check (kind <> 'mail') not valid`
  const { status } = await tell()
  await shop.sql`alter table jobs drop constraint no_mail`
  expect(status).toBe(500)
  expect(await times()).toEqual([])

  for (const count of [1, 2, 3]) {
    await tell()
    expect(await times()).toEqual([{ times: count }])
  }
  expect(await mails()).toHaveLength(1)
  expect(alerts().slice(-3)).toEqual(Array(3).fill('order_unknown'))
})

test('books equal to the provider’s raise no alert, beside a payment of another shop', async () => {
  await using shop = await startShop(withOperator)
  const ann = await shop.newUser()
  await shop.checkout(ann, { num: 2 })
  const { intentId } = await shop.buy(ann)
  await shop.provider('POST', '/v1/payment_intents', {
    amount: '1990',
    currency: 'cny',
    'metadata[site]': 'another shop',
    confirm: 'true',
    payment_method: await shop.method(CARDS.good),
    return_url: shop.config.publicUrl,
  })
  await refundAtProvider(shop, intentId, 500)
  await shop.receiveEvents()
  shop.advance(QUARTER_MS)

  const diff = await diffProvider(shop.deps, { hours: 48 })
  await Promise.all([
    reportProviderDifferences(shop.deps),
    reportLedgerFaults(shop.deps, listDueGrants),
  ])

  expect(diff).toMatchObject({ intents: 2, differences: [] })
  expect(shop.alerts()).toEqual([])
})

test('differences between the provider’s books and ours are found from both sides', async () => {
  await using shop = await startShop(withOperator)
  const [ann, bob] = [await shop.newUser(), await shop.newUser()]
  const unreported = await shop.checkout(ann, { num: 2 })
  const refunded = await shop.buy(ann)
  const forged = await shop.buy(bob)
  const altered = await shop.buy(bob, { num: 3 })
  const open = await shop.checkout(bob, { num: 4 })
  await shop.loseEvents()
  await payAtProvider(shop, unreported.intentId)
  await refundAtProvider(shop, refunded.intentId, 500)
  await shop.sql`update orders set payment_intent_id = 'pi_forged' where id = ${forged.orderId}`
  await shop.sql`update orders set amount = amount + 1 where id = ${altered.orderId}`
  await shop.sql`update orders set state = 'paid', paid_at = now(), open_slot = null where id = ${open.orderId}`
  shop.advance(45 * 60_000)

  const { differences } = await diffProvider(shop.deps, { hours: 48 })

  const found = differences.map(({ kind, orderId, intentId }) => [kind, orderId ?? intentId])
  expect(new Set(found.map(String))).toEqual(
    new Set(
      [
        ['amount', altered.orderId],
        ['refunded', refunded.orderId],
        ['unknown_order', forged.intentId],
        ['unpaid_here', unreported.orderId],
        ['unpaid_there', forged.orderId],
        ['unpaid_there', open.orderId],
      ].map(String),
    ),
  )
  await Promise.all([reportProviderDifferences(shop.deps), reportProviderDifferences(shop.deps)])
  expect(shop.alerts()).toEqual(['provider_differs', 'provider_differs'])
  const [mail, ...others] = await shop.mails(OPERATOR)
  expect(others).toEqual([])
  expect(mail?.text).toContain('差异数：6')
})

test('a payment that arrives while the books are compared is no difference', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser()
  const { orderId, intentId } = await shop.checkout(ann)
  await shop.loseEvents()
  await payAtProvider(shop, intentId)
  shop.advance(QUARTER_MS)
  const { payments } = shop.deps
  const retrieveIntent = async (id: string) => {
    await checkOrder({ ...shop.deps, payments }, { orderId })
    return payments.retrieveIntent(id)
  }

  const diff = await diffProvider(
    { ...shop.deps, payments: { ...payments, retrieveIntent } },
    { hours: 48 },
  )

  expect(diff).toMatchObject({ intents: 1, differences: [] })
  expect(await shop.balance(ann)).toBe(2000)
})

test('a fault in the ledger alerts the operator with its place', async () => {
  const shop = await shopOf()
  const alerts = alertsFromNow(shop)
  const ann = await shop.newUser()
  const adjustment = { userId: ann.user.id, delta: 10, reason: '补偿', key: ann.user.id }
  await adjustCredit(shop.deps, adjustment)
  const setBalance = (balance: number) =>
    administer(
      shop.database.url,
      `update credit_accounts set balance = ${balance} where user_id = '${ann.user.id}'`,
    )
  await setBalance(11)

  // the day of the shop's clock, where it is three in the morning
  await reportLedgerFaults(
    { ...shop.deps, now: () => new Date('2026-11-21T19:00:00Z') },
    listDueGrants,
  )
  await setBalance(10)

  expect(alerts()).toEqual(['ledger_not_proven'])
  expect(await shop.sql`select subject from alerts where kind = 'ledger_not_proven'`).toEqual([
    { subject: '2026-11-22' },
  ])
  const texts = (await shop.mails(OPERATOR)).map(({ text }) => text)
  expect(texts.filter((text) => text.includes(`用户 ID：${ann.user.id}`))).toHaveLength(1)
})

test('a timed job that keeps failing alerts the operator, with one mail for each series of failures', async () => {
  const shop = await shopOf()
  const alerts = alertsFromNow(shop)
  const config = { ...shop.deps.config, operatorEmail: null }
  const job = { name: 'expire-credit', since: new Date(), error: 'Error: no such column' }
  const mails = async () =>
    (await shop.mails()).filter(({ text }) => text.includes('任务：expire-credit'))
  // nobody is to be mailed
  await alertFailingJob({ ...shop.deps, config }, { ...job, since: new Date(1), failures: 2 })
  expect(alerts()).toEqual(['timed_job_failing'])
  expect(await mails()).toEqual([])

  await alertFailingJob(shop.deps, { ...job, failures: 2 })
  await alertFailingJob(shop.deps, { ...job, failures: 3 })
  await alertFailingJob(shop.deps, { ...job, since: new Date(0), failures: 2 })

  expect(alerts()).toEqual(Array(4).fill('timed_job_failing'))
  expect(await mails()).toHaveLength(2)
  for (const { to, text } of await mails()) {
    expect(to).toBe(OPERATOR)
    expect(text).toContain('原因：Error: no such column')
  }
})
