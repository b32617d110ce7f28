import { expect, test } from 'vitest'
import { CARDS, proveLedger, startShop } from '../testing/shop.ts'
import { rechargeJobs } from './jobs.ts'

const DAY_MS = 86_400_000

test('what runs by itself settles, expires, books off and proves, and leaves good books alone', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser()
  await shop.buy(ann)
  shop.loseEvents()
  const unheard = await shop.checkout(ann, { num: 2 })
  await shop.provider('POST', `/v1/payment_intents/${unheard.intentId}/confirm`, {
    payment_method: await shop.method(CARDS.good),
    return_url: shop.config.publicUrl,
  })
  const abandoned = await shop.checkout(ann, { num: 3 })
  const jobs = rechargeJobs(shop.deps)
  expect(new Set(jobs.map(({ name }) => name)).size).toBe(jobs.length)
  const runAll = async () => {
    for (const { run } of jobs) await run(new AbortController().signal)
  }

  shop.advance(45 * 60_000)
  await runAll()
  const states =
    await shop.sql`select id, state from orders where id = any(${[unheard.orderId, abandoned.orderId]}::uuid[]) order by id`
  expect(states).toEqual([
    { id: unheard.orderId, state: 'paid' },
    { id: abandoned.orderId, state: 'expired' },
  ])
  shop.advance(91 * DAY_MS)
  await runAll()

  expect(await shop.sql`select balance from credit_accounts`).toEqual([{ balance: 0 }])
  expect(shop.alerts()).toEqual([])
  await proveLedger(shop)
})

test('a provider that is away fails no turn that comes again in a minute', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser()
  await shop.checkout(ann)
  shop.proxy.fault = () => 'reset before'
  shop.advance(45 * 60_000)

  for (const job of rechargeJobs(shop.deps)) {
    if ('everyMs' in job) await job.run(new AbortController().signal)
  }

  expect(await shop.sql`select state from orders`).toEqual([{ state: 'pending' }])
})
