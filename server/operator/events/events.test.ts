import { expect, test } from 'vitest'
import { operatorOf } from '../../testing/operator.ts'
import { oncePerFile } from '../../testing/once-per-file.ts'
import { startOperatorShop } from '../../testing/operator-shop.ts'
import { CARDS, proveLedger } from '../../testing/shop.ts'

const shopOf = oncePerFile(async () => {
  const fixture = await startOperatorShop()
  await fixture.shop.loseEvents()
  return fixture
})

/** The provider's event that this intent succeeded. */
async function succeeded({ deps }: Awaited<ReturnType<typeof shopOf>>['shop'], intentId: string) {
  const { items } = await deps.payments.listEvents({})
  return items.find((event) => event.kind === 'payment' && event.payment?.intentId === intentId)!.id
}

test('undelivered event is replayed once', async () => {
  const { shop, operator } = await shopOf()
  const ann = await shop.newUser()
  const order = await shop.checkout(ann)
  await shop.provider('POST', `/v1/payment_intents/${order.intentId}/confirm`, {
    payment_method: await shop.method(CARDS.good),
    return_url: 'https://shop.test/',
  })
  const lost = await succeeded(shop, order.intentId)
  const { output } = await operator.run('events', 'replay', lost, '--reason', '通知丢失')
  expect(output).toMatch(/^结果：已处理$/m)
  expect(await shop.balance(ann)).toBe(2000)
  expect(await operator.json(['events', 'replay', lost])).toMatchObject({ outcome: 'known' })
  expect(await shop.balance(ann)).toBe(2000)
  await proveLedger(shop)
  expect(await operator.audit(lost)).toMatchObject([
    { command: 'events replay', result: { outcome: 'known' } },
    { command: 'events replay', result: { outcome: 'applied' }, reason: '通知丢失' },
  ])
})

test('event of another site changes nothing; a missing event is reported', async () => {
  const { shop, operator } = await shopOf()
  const foreign = await shop.provider('POST', '/v1/payment_intents', {
    amount: '990',
    currency: 'cny',
    'allowed_payment_method_types[]': 'card',
  })
  await shop.provider('POST', `/v1/payment_intents/${foreign.id}/confirm`, {
    payment_method: await shop.method(CARDS.good),
    return_url: 'https://shop.test/',
  })
  const id = await succeeded(shop, foreign.id)
  expect(await operator.json(['events', 'replay', id])).toMatchObject({ outcome: 'ignored' })
  expect(await operator.refusal('events', 'replay', 'evt_nowhere')).toMatchObject({
    exit: 1,
    code: 'NOT_FOUND',
  })
  expect(await operator.refusal('events', 'replay', 'pi_1')).toMatchObject({
    exit: 2,
    code: 'USAGE',
  })
  await using away = await operatorOf({
    ...shop,
    settings: { STRIPE_API_BASE: 'http://127.0.0.1:1' },
  })
  expect(await away.refusal('events', 'replay', id)).toMatchObject({ exit: 4, code: 'PROVIDER' })
})
