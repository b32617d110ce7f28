import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { CARDS, type Shop, SMALL, startShop } from '../../../testing/shop.ts'
import type { TestUser } from '../../../testing/harness.ts'
import { expireOrders } from '../../checks/reconcile-orders.ts'
import { DatabaseUnavailable } from '../../../db/sql.ts'
import { rechargeLimits } from '../../limits.ts'
import { reserveDecline } from './declined-cards.ts'

const BUYER_ADDRESS = '203.0.113.7'

/** Pays with a card that requires a challenge; returns the checkout and the address of the challenge. */
async function beginChallenge(shop: Shop, buyer: TestUser, num = 1) {
  const checkout = await shop.checkout(buyer, { num })
  const { body } = await shop.pay(buyer, checkout, CARDS.challenge)
  if (body.data.nextAction?.type !== 'redirect') throw new Error('no challenge')
  return { ...checkout, url: body.data.nextAction.url }
}

/** Cards that count as declined now: of the user, and of everybody at the address. */
async function counted(
  { deps }: Shop,
  { user }: TestUser,
  address = BUYER_ADDRESS,
): Promise<number[]> {
  return [
    await deps.limits.used(rechargeLimits.declines, user.id),
    await deps.limits.used(rechargeLimits.declinesIp, address),
  ]
}

test('after twenty declined cards a day from an address no further card from there is sent', async () => {
  await using shop = await startShop()
  const { times } = rechargeLimits.declinesIp
  expect(times).toBe(20)
  const [ann, bob] = [
    await shop.newUser({ ip: BUYER_ADDRESS }),
    await shop.newUser({ ip: BUYER_ADDRESS }),
  ]
  for (let time = 1; time < times; time += 1)
    await shop.deps.limits.count(rechargeLimits.declinesIp, BUYER_ADDRESS)
  expect((await shop.pay(ann, await shop.checkout(ann), CARDS.declined)).status).toBe(422)

  const next = await shop.pay(bob, await shop.checkout(bob), CARDS.good)

  expect(next).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
  expect(next.body.message).toBe(
    '您所在的网络今天被拒的银行卡太多，没有扣款：请改用支付宝或微信支付，或换一个网络再试',
  )
  expect(Number(next.headers['retry-after'])).toBeGreaterThan(3_600)
  expect(shop.proxy.keysOf('/confirm')).toHaveLength(1)
  const { clientSecret } = await shop.checkout(bob)
  const byWallet = { clientSecret, paymentMethodId: 'alipay' }
  expect((await bob.call(api.recharge.confirmPayment, byWallet)).status).toBe(200)
  const elsewhere = await shop.newUser({ ip: '203.0.113.8' })
  await shop.buy(elsewhere)
})

test('IPv6 customers are counted by network', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser({ ip: '2001:db8:1:2::3' })
  await shop.pay(ann, await shop.checkout(ann), CARDS.declined)
  expect(await counted(shop, ann, '2001:db8:1:2::/64')).toEqual([1, 1])
  expect(await counted(shop, ann, '2001:db8:1::/48')).toEqual([1, 1])
})

test('a refused challenge counts as one declined card, however often it is reported', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser({ ip: BUYER_ADDRESS })
  const { url, orderId } = await beginChallenge(shop, ann)
  expect(await counted(shop, ann)).toEqual([0, 0])

  await shop.answerChallenge(url, 'refuse')

  await expect.poll(() => counted(shop, ann)).toEqual([1, 1])
  await shop.receiveEvents()
  for (let time = 0; time < 3; time += 1) {
    shop.advance(3_000)
    await shop.order(ann, orderId)
  }
  expect(await counted(shop, ann)).toEqual([1, 1])
})

test('a passed challenge counts nothing', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser({ ip: BUYER_ADDRESS })
  const { url, orderId } = await beginChallenge(shop, ann)
  await shop.answerChallenge(url, 'approve')
  await expect.poll(async () => (await shop.order(ann, orderId)).state).toBe('paid')
  expect(await counted(shop, ann)).toEqual([0, 0])
})

test('a challenge abandoned for another card counts when that card is attempted', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser({ ip: BUYER_ADDRESS })
  const checkout = await beginChallenge(shop, ann)
  expect((await shop.pay(ann, checkout, CARDS.good)).body.data.status).toBe('succeeded')
  expect(await counted(shop, ann)).toEqual([1, 1])
})

test('an abandoned challenge counts when its order is cancelled or expires', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser({ ip: BUYER_ADDRESS })
  const { orderId } = await beginChallenge(shop, ann)
  await beginChallenge(shop, ann, 2)
  await ann.call(api.recharge.cancelOrder, { id: orderId })
  expect(await counted(shop, ann)).toEqual([1, 1])

  shop.advance(31 * 60_000)
  await expireOrders(shop.deps)
  expect(await counted(shop, ann)).toEqual([2, 2])
  const kept = await shop.sql<{ address: string | null }>`
    select attempted_from as address from orders`
  expect(kept).toEqual([{ address: null }, { address: null }])
})

test('a refused wallet is no declined card', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser({ ip: BUYER_ADDRESS })
  const { clientSecret, orderId } = await shop.checkout(ann, { id: SMALL.id })
  const paymentMethodId = 'alipay'
  const { body } = await ann.call(api.recharge.confirmPayment, { clientSecret, paymentMethodId })
  if (body.data.nextAction?.type !== 'redirect') throw new Error('no page of the wallet')
  await shop.answerChallenge(body.data.nextAction.url, 'refuse')
  await expect.poll(async () => (await shop.order(ann, orderId)).failure).toBeDefined()
  expect(await counted(shop, ann)).toEqual([0, 0])
})

test('a decline is reported although it cannot be counted', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser({ ip: BUYER_ADDRESS })
  const checkout = await shop.checkout(ann)
  shop.deps.limits.countAll = () => Promise.reject(new Error('no counters'))
  expect((await shop.pay(ann, checkout, CARDS.declined)).body.code).toBe('CARD_DECLINED')
})

test('a burst of cards from one address sends no more of them to the bank than may be declined', async () => {
  await using shop = await startShop()
  const buyers = await Promise.all(
    Array.from({ length: 12 }, () => shop.newUser({ ip: BUYER_ADDRESS })),
  )
  const checkouts = await Promise.all(
    buyers.flatMap((buyer) =>
      [1, 2, 3].map(async (num) => ({ buyer, checkout: await shop.checkout(buyer, { num }) })),
    ),
  )

  const responses = await Promise.all(
    checkouts.map(({ buyer, checkout }) => shop.pay(buyer, checkout, CARDS.declined)),
  )

  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([422, 429]))
  const sent = shop.proxy.keysOf('/confirm').length
  expect(sent).toBeGreaterThan(0)
  expect(sent).toBeLessThanOrEqual(rechargeLimits.declinesIp.times)
  expect(await shop.deps.limits.used(rechargeLimits.declinesIp, BUYER_ADDRESS)).toBe(sent)
})

test('a successful card releases its reservation', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser({ ip: BUYER_ADDRESS })
  await shop.buy(ann)
  expect(await counted(shop, ann)).toEqual([0, 0])
})

test('a reservation is released once the database is back', async () => {
  await using shop = await startShop()
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
  const payer = { userId: ann.user.id, address: BUYER_ADDRESS }
  const { release } = await reserveDecline({ ...shop.deps, limits: failing }, payer)
  expect(await counted(shop, ann)).toEqual([1, 1])
  await release()
  await expect.poll(() => counted(shop, ann)).toEqual([0, 0])
  expect(outages).toBe(-1)
})
