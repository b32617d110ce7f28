import { expect, test } from 'vitest'
import { startTestServer } from '../../testing/harness.ts'
import { CARDS, eventOf, type Shop } from '../../testing/shop.ts'
import { diffProvider } from './diff-provider.ts'
import { identifyShop } from '../../gateways/payments/shop-identity.store.ts'
import { ahead, alertsFromNow, quietShopPerFile, shopPerFile } from '../../testing/shared-shop.ts'

const quietOf = quietShopPerFile()
const shopOf = shopPerFile()

const SUCCEEDED = 'payment_intent.succeeded'
const QUARTER_MS = 15 * 60_000
const UNKNOWN_ORDER = '01890000-0000-7000-8000-000000000000'

/** A payment at the provider of which the shop has no order. */
async function payElsewhere(shop: Shop, metadata: Record<string, string>) {
  const { id } = await shop.provider('POST', '/v1/payment_intents', {
    amount: '1990',
    currency: 'cny',
    confirm: 'true',
    payment_method: await shop.method(CARDS.good),
    return_url: shop.config.publicUrl,
    ...Object.fromEntries(
      Object.entries(metadata).map(([key, value]) => [`metadata[${key}]`, value]),
    ),
  })
  return { id, metadata }
}

test('the shop’s id is created once, for every node and start; intents have it and the order in their metadata, not its name', async () => {
  const shop = await shopOf()
  const ids = await Promise.all([1, 2, 3].map(() => identifyShop(shop.sql)))
  expect(new Set(ids.map(({ id }) => id))).toEqual(new Set([shop.deps.shop.id]))
  const ann = await shop.newUser()
  const { intentId, orderId } = await shop.buy(ann)
  const { metadata } = await shop.deps.payments.retrieveIntent(intentId)
  expect(metadata).toEqual({ shop: shop.deps.shop.id, order: orderId })
})

test('two shops of one name at one account ignore each other’s events', async () => {
  const shop = await shopOf()
  using stack = new DisposableStack()
  const { shop: ours } = shop.deps
  stack.defer(() => void (shop.deps.shop = ours))
  const alerts = alertsFromNow(shop)
  await using namesake = await startTestServer()
  expect(namesake.deps.shop.id).not.toBe(shop.deps.shop.id)
  const ann = await shop.newUser()
  const { orderId } = await shop.checkout(ann)
  const theirs = await payElsewhere(shop, { shop: namesake.deps.shop.id, order: UNKNOWN_ORDER })
  const copied = await payElsewhere(shop, { shop: namesake.deps.shop.id, order: orderId })
  const named = await payElsewhere(shop, {
    site: shop.deps.content.site.name,
    order: UNKNOWN_ORDER,
  })
  // the provider rounds down: an intent made in the second of the shop's id seems older than it
  const { createdAt } = await shop.deps.payments.retrieveIntent(named.id)
  shop.deps.shop = { ...shop.deps.shop, madeAt: new Date(createdAt.getTime() + 999) }

  for (const intent of [theirs, copied, named]) {
    expect(await shop.deliver(eventOf(SUCCEEDED, intent))).toMatchObject({ status: 200 })
  }

  expect(alerts()).toEqual([])
  expect((await shop.order(ann, orderId)).state).toBe('pending')
  using _later = ahead(shop, QUARTER_MS)
  const { differences } = await diffProvider(shop.deps, { hours: 48 })
  const foreign = [theirs, copied, named].map(({ id }) => id)
  expect(differences.filter(({ intentId }) => foreign.includes(intentId ?? ''))).toEqual([])
})

test('a renamed shop owns payments made under its old name, also without an order', async () => {
  const shop = await quietOf()
  using stack = new DisposableStack()
  const { content } = shop.deps
  stack.defer(() => void (shop.deps.content = content))
  const alerts = alertsFromNow(shop)
  const ann = await shop.newUser()
  const late = await shop.checkout(ann)
  const lost = await payElsewhere(shop, { shop: shop.deps.shop.id, order: UNKNOWN_ORDER })
  const { site } = content
  shop.deps.content = { ...content, site: { ...site, name: '新名字' } }
  const intent = await payElsewhere(shop, { shop: shop.deps.shop.id, order: late.orderId })

  expect((await shop.deliver(eventOf(SUCCEEDED, lost))).status).toBe(500)
  expect((await shop.deliver(eventOf(SUCCEEDED, intent))).status).toBe(200)

  expect(alerts()).toContain('order_unknown')
  expect(alerts()).toContain('second_payment')
})

test('intents marked with the name alone still settle, and one without an order alerts the operator', async () => {
  const shop = await quietOf()
  using stack = new DisposableStack()
  const { shop: ours } = shop.deps
  stack.defer(() => void (shop.deps.shop = ours))
  const alerts = alertsFromNow(shop)
  const ann = await shop.newUser()
  const order = await shop.checkout(ann)
  const metadata = { site: shop.deps.content.site.name, order: order.orderId }
  await shop.provider('POST', `/v1/payment_intents/${order.intentId}`, {
    'metadata[shop]': '',
    'metadata[site]': metadata.site,
  })
  await shop.provider('POST', `/v1/payment_intents/${order.intentId}/confirm`, {
    payment_method: await shop.method(CARDS.good),
    return_url: shop.config.publicUrl,
  })
  const lost = await payElsewhere(shop, { ...metadata, order: UNKNOWN_ORDER })
  shop.deps.shop = { ...shop.deps.shop, madeAt: new Date(Date.now() + 60_000) }

  expect((await shop.deliver(eventOf(SUCCEEDED, { id: order.intentId, metadata }))).status).toBe(
    200,
  )
  expect((await shop.deliver(eventOf(SUCCEEDED, lost))).status).toBe(500)

  expect(await shop.balance(ann)).toBe(2000)
  expect(alerts()).toEqual(['order_unknown'])
})
