import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { CARDS, type Shop, SMALL } from '../../../testing/shop.ts'
import type { TestUser } from '../../../testing/harness.ts'
import { expireOrders } from '../../checks/reconcile-orders.ts'
import { DatabaseUnavailable } from '../../../db/sql.ts'
import { rechargeLimits } from '../../limits.ts'
import { reserveDecline } from './declined-cards.ts'
import { ahead, shopPerFile } from '../../../testing/shared-shop.ts'

const shopOf = shopPerFile()

/** Each test's buyers have one of their own. */
let lastAddress = 0
const newAddress = () => `203.0.113.${(lastAddress += 1)}`

/** Pays with a card that requires a challenge; returns the checkout and the address of the challenge. */
async function beginChallenge(shop: Shop, buyer: TestUser, num = 1) {
  const checkout = await shop.checkout(buyer, { num })
  const { body } = await shop.pay(buyer, checkout, CARDS.challenge)
  if (body.data.nextAction?.type !== 'redirect') throw new Error('no challenge')
  return { ...checkout, url: body.data.nextAction.url }
}

/** Cards that count as declined now: of the user, and of everybody at the address. */
async function counted({ deps }: Shop, { user }: TestUser, address: string): Promise<number[]> {
  return [
    await deps.limits.used(rechargeLimits.declines, user.id),
    await deps.limits.used(rechargeLimits.declinesIp, address),
  ]
}

test('after twenty declined cards a day from an address no further card from there is sent', async () => {
  const shop = await shopOf()
  const address = newAddress()
  const { times } = rechargeLimits.declinesIp
  expect(times).toBe(20)
  const [ann, bob] = [await shop.newUser({ ip: address }), await shop.newUser({ ip: address })]
  for (let time = 1; time < times; time += 1)
    await shop.deps.limits.count(rechargeLimits.declinesIp, address)
  expect((await shop.pay(ann, await shop.checkout(ann), CARDS.declined)).status).toBe(422)

  const bobs = await shop.checkout(bob)
  const next = await shop.pay(bob, bobs, CARDS.good)

  expect(next).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
  expect(next.body.message).toBe(
    '您所在的网络今天被拒的银行卡过多，没有扣款：请改用支付宝或微信支付，或更换网络后重试',
  )
  expect(Number(next.headers['retry-after'])).toBeGreaterThan(3_600)
  expect(shop.proxy.keysOf(`${bobs.intentId}/confirm`)).toEqual([])
  const { clientSecret } = bobs
  const byWallet = { clientSecret, paymentMethodId: 'alipay' }
  expect((await bob.call(api.recharge.confirmPayment, byWallet)).status).toBe(200)
  const elsewhere = await shop.newUser({ ip: newAddress() })
  await shop.buy(elsewhere)
})

test('a refused challenge counts as one declined card, however often it is reported', async () => {
  const shop = await shopOf()
  const address = newAddress()
  const ann = await shop.newUser({ ip: address })
  const { url, orderId } = await beginChallenge(shop, ann)
  expect(await counted(shop, ann, address)).toEqual([0, 0])

  await shop.answerChallenge(url, 'refuse')

  await expect.poll(() => counted(shop, ann, address)).toEqual([1, 1])
  await shop.receiveEvents()
  for (let time = 0; time < 3; time += 1) {
    using _later = ahead(shop, 3_000)
    await shop.order(ann, orderId)
  }
  expect(await counted(shop, ann, address)).toEqual([1, 1])
})

test('a passed challenge counts nothing, nor does a card that pays at once', async () => {
  const shop = await shopOf()
  const address = newAddress()
  const ann = await shop.newUser({ ip: address })
  const { url, orderId } = await beginChallenge(shop, ann)
  await shop.answerChallenge(url, 'approve')
  await expect.poll(async () => (await shop.order(ann, orderId)).state).toBe('paid')
  await shop.buy(ann)
  expect(await counted(shop, ann, address)).toEqual([0, 0])
})

test('an abandoned challenge counts: at the attempt with another card, when its order is cancelled or expires', async () => {
  const shop = await shopOf()
  const address = newAddress()
  const ann = await shop.newUser({ ip: address })
  const { orderId } = await beginChallenge(shop, ann)
  await beginChallenge(shop, ann, 2)
  await ann.call(api.recharge.cancelOrder, { id: orderId })
  // the provider's event may close the order first, and counts once it has
  await expect.poll(() => counted(shop, ann, address)).toEqual([1, 1])

  using _later = ahead(shop, 31 * 60_000)
  await expireOrders(shop.deps)
  await expect.poll(() => counted(shop, ann, address)).toEqual([2, 2])
  const kept = await shop.sql<{ address: string | null }>`
    select attempted_from as address from orders where user_id = ${ann.user.id}`
  expect(kept).toEqual([{ address: null }, { address: null }])

  const checkout = await beginChallenge(shop, ann)
  expect((await shop.pay(ann, checkout, CARDS.good)).body.data.status).toBe('succeeded')
  await expect.poll(() => counted(shop, ann, address)).toEqual([3, 3])
})

test('a refused wallet is no declined card', async () => {
  const shop = await shopOf()
  const address = newAddress()
  const ann = await shop.newUser({ ip: address })
  const { clientSecret, orderId } = await shop.checkout(ann, { id: SMALL.id })
  const paymentMethodId = 'alipay'
  const { body } = await ann.call(api.recharge.confirmPayment, { clientSecret, paymentMethodId })
  if (body.data.nextAction?.type !== 'redirect') throw new Error('no page of the wallet')
  await shop.answerChallenge(body.data.nextAction.url, 'refuse')
  await expect.poll(async () => (await shop.order(ann, orderId)).failure).toBeDefined()
  expect(await counted(shop, ann, address)).toEqual([0, 0])
})

test('a decline is reported although it cannot be counted; IPv6 customers are counted by network', async () => {
  const shop = await shopOf()
  const ann = await shop.newUser({ ip: '2001:db8:1:2::3' })
  await shop.pay(ann, await shop.checkout(ann), CARDS.declined)
  expect(await counted(shop, ann, '2001:db8:1:2::/64')).toEqual([1, 1])
  expect(await counted(shop, ann, '2001:db8:1::/48')).toEqual([1, 1])

  const { limits } = shop.deps
  using stack = new DisposableStack()
  stack.defer(() => void (shop.deps.limits = limits))
  shop.deps.limits = { ...limits, countAll: () => Promise.reject(new Error('no counters')) }
  const next = await shop.pay(ann, await shop.checkout(ann), CARDS.declined)
  expect(next.body.code).toBe('CARD_DECLINED')
})

test('a burst of cards from one address sends no more of them to the bank than may be declined', async () => {
  const shop = await shopOf()
  const address = newAddress()
  const checkouts: { buyer: TestUser; checkout: Awaited<ReturnType<Shop['checkout']>> }[] = []
  for (let count = 0; count < 8; count += 1) {
    const buyer = await shop.newUser({ ip: address })
    for (const num of [1, 2, 3])
      checkouts.push({ buyer, checkout: await shop.checkout(buyer, { num }) })
  }
  expect(checkouts.length).toBeGreaterThan(rechargeLimits.declinesIp.times)

  const responses = await Promise.all(
    checkouts.map(({ buyer, checkout }) => shop.pay(buyer, checkout, CARDS.declined)),
  )

  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([422, 429]))
  const sent = checkouts.flatMap(({ checkout }) =>
    shop.proxy.keysOf(`${checkout.intentId}/confirm`),
  ).length
  expect(sent).toBeGreaterThan(0)
  expect(sent).toBeLessThanOrEqual(rechargeLimits.declinesIp.times)
  expect(await shop.deps.limits.used(rechargeLimits.declinesIp, address)).toBe(sent)
})

test('a reservation is released once the database is back', async () => {
  const shop = await shopOf()
  const address = newAddress()
  const ann = await shop.newUser()
  const { limits } = shop.deps
  let outages = 2
  const failing = {
    ...limits,
    async update(change: Parameters<typeof limits.update>[0]) {
      outages -= 1
      if (outages >= 0) throw new DatabaseUnavailable(new Error('no primary'))
      await limits.update(change)
    },
  }
  const payer = { userId: ann.user.id, address }
  const { release } = await reserveDecline({ ...shop.deps, limits: failing }, payer)
  expect(await counted(shop, ann, address)).toEqual([1, 1])
  await release()
  await expect.poll(() => counted(shop, ann, address)).toEqual([0, 0])
  expect(outages).toBe(-1)
})
