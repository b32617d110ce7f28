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

interface Listed {
  id: string
  type: string
  orderNo: string | null
  appliedAt: string | null
}

test('undelivered event is listed and replayed once', async () => {
  const { shop, operator } = await shopOf()
  const ann = await shop.newUser()
  const order = await shop.checkout(ann)
  await shop.provider('POST', `/v1/payment_intents/${order.intentId}/confirm`, {
    payment_method: await shop.method(CARDS.good),
    return_url: 'https://shop.test/',
  })
  const open = await operator.json<Listed[]>(['events', 'list', '--open'])
  // most kinds of events change no order
  expect(open.map(({ type }) => type)).toEqual(['payment_intent.succeeded'])
  const lost = open[0]!
  expect(lost).toMatchObject({ orderNo: expect.stringMatching(/^\d{18}$/), appliedAt: null })

  const { output } = await operator.run('events', 'replay', lost.id, '--reason', '通知丢失')
  expect(output).toMatch(/^结果 +已处理$/m)
  expect(await shop.balance(ann)).toBe(2000)
  expect(await operator.json(['events', 'replay', lost.id])).toMatchObject({ outcome: 'known' })
  expect(await shop.balance(ann)).toBe(2000)
  await proveLedger(shop)

  const listed = await operator.json<Listed[]>(['events', 'list'])
  expect(listed.find(({ id }) => id === lost.id)!.appliedAt).toMatch(/^\d{4}-/)
  expect(listed.length).toBeGreaterThan(1)
  expect(await operator.json<Listed[]>(['events', 'list', '--open'])).toEqual([])
  expect(await operator.json<Listed[]>(['events', 'list', '--limit', '1'])).toEqual([listed[0]])
  expect(await operator.json(['events', 'list', '--since', '2099-01-01'])).toEqual([])
  expect(await operator.json(['audit', '--subject', lost.id])).toMatchObject([
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
  const events = await operator.json<Listed[]>(['events', 'list'])
  const { id } = events.find(
    ({ type, orderNo }) => type === 'payment_intent.succeeded' && orderNo === null,
  )!
  const open = await operator.json<Listed[]>(['events', 'list', '--open'])
  expect(open.map((event) => event.id)).not.toContain(id)
  expect((await operator.run('events', 'list')).output).toMatch(/succeeded .* 无需处理$/m)
  expect(await operator.json(['events', 'replay', id])).toMatchObject({ outcome: 'ignored' })
  expect(await operator.refusal('events', 'replay', 'evt_nowhere')).toMatchObject({
    exit: 1,
    code: 'NOT_FOUND',
  })
  expect(await operator.refusal('events', 'replay', 'pi_1')).toMatchObject({
    exit: 2,
    code: 'USAGE',
  })
})

test('event list fails while the provider is unavailable', async () => {
  const { shop } = await shopOf()
  await using away = await operatorOf({
    ...shop,
    settings: { STRIPE_API_BASE: 'http://127.0.0.1:1' },
  })
  for (const words of [['list'], ['replay', 'evt_1']]) {
    expect(await away.refusal('events', ...words)).toMatchObject({ exit: 4, code: 'PROVIDER' })
  }
})
