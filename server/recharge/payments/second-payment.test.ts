import { expect, test } from 'vitest'
import { CARDS, eventOf, startShop } from '../../testing/shop.ts'

const SUCCEEDED = 'payment_intent.succeeded'

test('money through an intent that is not the order’s own is never credited', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser()
  const { orderId } = await shop.checkout(ann)
  const metadata = { shop: shop.deps.shop.id, order: orderId }
  const other = await shop.provider('POST', '/v1/payment_intents', {
    amount: '1990',
    currency: 'cny',
    'metadata[shop]': metadata.shop,
    'metadata[order]': orderId,
    confirm: 'true',
    payment_method: await shop.method(CARDS.good),
    return_url: shop.config.publicUrl,
  })

  const answer = await shop.deliver(eventOf(SUCCEEDED, { id: other.id, metadata }))

  expect(answer.status).toBe(200)
  expect(await shop.order(ann, orderId)).toMatchObject({ state: 'exception' })
  expect(await shop.balance(ann)).toBe(0)
  expect(shop.alerts()).toContain('second_payment')
})

test('the alert of a second payment commits with its event, else the event is sent again', async () => {
  await using shop = await startShop({ environment: { OPERATOR_EMAIL: 'operator@example.com' } })
  const ann = await shop.newUser()
  const { orderId } = await shop.buy(ann)
  const other = await shop.provider('POST', '/v1/payment_intents', {
    amount: '1990',
    currency: 'cny',
    confirm: 'true',
    payment_method: await shop.method(CARDS.good),
    return_url: shop.config.publicUrl,
  })
  const metadata = { shop: shop.deps.shop.id, order: orderId }
  const event = eventOf(SUCCEEDED, { id: other.id, metadata })
  const kept = () => shop.sql`select 1 from provider_events where id = ${event.id}`
  await shop.sql`alter table jobs add constraint no_mail check (kind <> 'mail') not valid`

  expect((await shop.deliver(event)).status).toBe(500)
  expect(await kept()).toEqual([])

  await shop.sql`alter table jobs drop constraint no_mail`
  expect((await shop.deliver(event)).status).toBe(200)
  expect(await kept()).toHaveLength(1)
  expect(await shop.sql`select kind, subject from alerts`).toEqual([
    { kind: 'second_payment', subject: other.id },
  ])
})
