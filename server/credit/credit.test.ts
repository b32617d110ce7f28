import { expect, test } from 'vitest'
import { uuidv7 } from '../db/ids.ts'
import { administer } from '#harness/administer.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/harness.ts'
import { LARGE, startShop } from '../testing/shop.ts'
import { adjustCredit, type Adjustment } from './adjust-credit.ts'
import { listCreditEntries } from './credit-entries.ts'
import { consumeCredit, reverseConsumption } from './consume-credit.ts'
import { expireCredit } from './expire-credit.ts'
import { lockOrder } from '../recharge/orders/orders.store.ts'
import { proveLedger } from './prove-ledger.ts'
import { RETURNED_MS } from './lots.ts'

const DAY_MS = 86_400_000
const spend = { reason: 'AI 对话', key: 'job-1' }

function give(
  { deps }: TestServer,
  { user }: TestUser,
  wish: Partial<Adjustment> & { delta: number },
) {
  return adjustCredit(deps, { userId: user.id, reason: '补偿', key: uuidv7(), ...wish })
}

async function lots({ sql }: TestServer) {
  return sql<{ kind: string; granted: number; remaining: number; expiresAt: Date | null }>`
    select kind, granted, remaining, expires_at as "expiresAt" from credit_lots order by id`
}

/** Newest first; by the use case itself, since a session does not outlive a moved clock. */
async function entries({ deps }: TestServer, { user }: TestUser) {
  const { list } = await listCreditEntries(deps, user.id, { page: 1, pageSize: 20 })
  return list
}

async function isProven({ deps }: TestServer): Promise<void> {
  expect(await proveLedger(deps)).toMatchObject({ isProven: true, faults: [] })
}

test('an adjustment gives credit that the user sees, with its reason', async () => {
  await using server = await startTestServer()
  const ann = await server.newUser()

  const given = await give(server, ann, { delta: 500 })

  expect(given).toEqual({ delta: 500, balance: 500, isRepeat: false })
  expect(await entries(server, ann)).toMatchObject([
    { type: 'adjust', delta: 500, balanceAfter: 500, reason: '补偿' },
  ])
  await isProven(server)
})

test('the same key moves credit once, however often and at once it is used', async () => {
  await using server = await startTestServer()
  const ann = await server.newUser()
  await give(server, ann, { delta: 500 })
  const wish = { userId: ann.user.id, amount: 200, ...spend }

  const answers = await Promise.all([1, 2, 3, 4].map(() => consumeCredit(server.deps, wish)))

  expect(answers.map(({ balance }) => balance)).toEqual([300, 300, 300, 300])
  expect(answers.filter(({ isRepeat }) => !isRepeat)).toHaveLength(1)
  await isProven(server)
})

test('a key that moved other credit is refused', async () => {
  await using server = await startTestServer()
  const [ann, bob] = [await server.newUser(), await server.newUser()]
  await give(server, ann, { delta: 500, key: 'one' })
  const consumption = { userId: ann.user.id, amount: 200, ...spend }
  await consumeCredit(server.deps, consumption)

  const refused = { code: 'KEY_REUSED' }
  await expect(give(server, ann, { delta: 501, key: 'one' })).rejects.toMatchObject(refused)
  await expect(give(server, bob, { delta: 500, key: 'one' })).rejects.toMatchObject(refused)
  await expect(consumeCredit(server.deps, { ...consumption, amount: 1 })).rejects.toMatchObject(
    refused,
  )
  await isProven(server)
})

test('more than the balance is refused, and so is everything while it is negative', async () => {
  await using server = await startTestServer()
  const ann = await server.newUser()
  await give(server, ann, { delta: 500 })
  const wish = { userId: ann.user.id, ...spend }
  const short = { code: 'CREDIT_SHORT' }

  await expect(consumeCredit(server.deps, { ...wish, amount: 501 })).rejects.toMatchObject(short)
  await expect(give(server, ann, { delta: -501 })).rejects.toMatchObject(short)
  expect(await consumeCredit(server.deps, { ...wish, amount: 500 })).toMatchObject({ balance: 0 })
  expect(await entries(server, ann)).toHaveLength(2)
  await isProven(server)
})

test('of simultaneous consumptions no more go through than the balance bears', async () => {
  await using server = await startTestServer()
  const ann = await server.newUser()
  await give(server, ann, { delta: 500 })

  const ends = await Promise.allSettled(
    Array.from({ length: 8 }, (_, at) =>
      consumeCredit(server.deps, {
        userId: ann.user.id,
        amount: 150,
        reason: 'AI 对话',
        key: `job-${at}`,
      }),
    ),
  )

  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  await isProven(server)
})

test('bonus is spent first, then what ends soonest, then what is oldest', async () => {
  await using server = await startTestServer()
  const ann = await server.newUser()
  const userId = ann.user.id
  const { sql, deps } = server
  const inDays = (days: number) => new Date(Date.now() + days * DAY_MS)
  await give(server, ann, { delta: 100 })
  await give(server, ann, { delta: 101 })
  await give(server, ann, { delta: 102, expiresAt: inDays(9) })
  await give(server, ann, { delta: 103, expiresAt: inDays(3) })
  await give(server, ann, { delta: 104 })
  await sql`update credit_lots set kind = 'bonus' where granted = 104`

  const order: number[] = []
  for (const amount of [104, 103, 102, 100, 101]) {
    await consumeCredit(deps, { userId, amount, reason: 'AI 对话', key: `job-${amount}` })
    const [emptied]: { granted: number }[] = await sql<{ granted: number }>`
      select granted from credit_lots where remaining = 0 and granted <> all(${order}::bigint[])`
    order.push(emptied?.granted ?? 0)
  }

  expect(order).toEqual([104, 103, 102, 100, 101])
  await isProven(server)
})

test('a consumption over several lots is one movement, and its reversal gives all of it back', async () => {
  await using server = await startTestServer()
  const ann = await server.newUser()
  const userId = ann.user.id
  const end = new Date(Date.now() + DAY_MS)
  await give(server, ann, { delta: 100, expiresAt: end })
  await give(server, ann, { delta: 100 })

  await consumeCredit(server.deps, { userId, amount: 150, ...spend })
  const again = await consumeCredit(server.deps, { userId, amount: 150, ...spend })
  expect(again).toEqual({ delta: -150, balance: 50, isRepeat: true })

  const back = { userId, key: spend.key, reason: '任务失败' }
  const ends = await Promise.all([1, 2].map(() => reverseConsumption(server.deps, back)))

  expect(ends.map(({ balance }) => balance)).toEqual([200, 200])
  expect(await lots(server)).toMatchObject([
    { remaining: 100, expiresAt: end },
    { remaining: 100, expiresAt: null },
  ])
  await isProven(server)
  await expect(reverseConsumption(server.deps, { ...back, key: 'never' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('credit whose time is over is booked off once, and what is left stays', async () => {
  await using server = await startTestServer()
  const ann = await server.newUser()
  await give(server, ann, { delta: 100, expiresAt: new Date(Date.now() + DAY_MS) })
  await give(server, ann, { delta: 70 })
  await consumeCredit(server.deps, { userId: ann.user.id, amount: 30, ...spend })
  await expireCredit(server.deps)
  expect(await entries(server, ann)).toHaveLength(3)

  server.advance(DAY_MS)
  await Promise.all([expireCredit(server.deps), expireCredit(server.deps)])

  expect((await entries(server, ann))[0]).toMatchObject({
    type: 'expire',
    delta: -70,
    balanceAfter: 70,
  })
  expect(await entries(server, ann)).toHaveLength(4)
  await isProven(server)
})

test('credit whose time is over cannot be spent, even before it is booked off', async () => {
  await using server = await startTestServer()
  const ann = await server.newUser()
  await give(server, ann, { delta: 100, expiresAt: new Date(Date.now() + DAY_MS) })
  server.advance(DAY_MS)

  const late = consumeCredit(server.deps, { userId: ann.user.id, amount: 1, ...spend })

  await expect(late).rejects.toMatchObject({ code: 'CREDIT_SHORT' })
  await isProven(server)
})

test('credit that comes back after its lot has ended can be used for a while, and then ends too', async () => {
  await using server = await startTestServer()
  const ann = await server.newUser()
  const userId = ann.user.id
  await give(server, ann, { delta: 100, expiresAt: new Date(Date.now() + DAY_MS) })
  await consumeCredit(server.deps, { userId, amount: 60, ...spend })
  server.advance(DAY_MS)
  await expireCredit(server.deps)

  await reverseConsumption(server.deps, { userId, key: spend.key, reason: '任务失败' })

  await expireCredit(server.deps)
  expect((await entries(server, ann))[0]).toMatchObject({
    type: 'consume_reversal',
    balanceAfter: 60,
  })
  server.advance(RETURNED_MS)
  await expireCredit(server.deps)
  expect((await entries(server, ann))[0]).toMatchObject({
    type: 'expire',
    delta: -60,
    balanceAfter: 0,
  })
  await isProven(server)
})

test('all that an order brought, the bonus too, ends as many days after the payment as the plan said', async () => {
  await using shop = await startShop()
  await shop.sql`update plans set valid_days = 30 where id = ${LARGE.id}`
  const ann = await shop.newUser()
  const { orderId } = await shop.buy(ann, { id: LARGE.id })
  const { paidAt = '' } = await shop.order(ann, orderId)
  const expiresAt = new Date(Date.parse(paidAt) + 30 * DAY_MS)

  expect(await lots(shop)).toEqual([
    { kind: 'purchase', granted: 5000, remaining: 5000, expiresAt },
    { kind: 'bonus', granted: 500, remaining: 500, expiresAt },
  ])
})

test('credit of an order ends while the order is held, so that nobody waits in a circle', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser()
  const { orderId } = await shop.buy(ann)
  shop.advance(91 * DAY_MS)

  await shop.sql.begin(async (tx) => {
    await lockOrder(tx, orderId)
    await expireCredit(shop.deps)
  })

  expect(await entries(shop, ann)).toMatchObject([
    { type: 'expire', orderId },
    { type: 'purchase' },
  ])
})

test.each<[string, Partial<Adjustment>, string]>([
  ['nothing', { delta: 0 }, 'VALIDATION'],
  ['a fraction', { delta: 1.5 }, 'VALIDATION'],
  ['more than any account holds', { delta: 1e15 }, 'VALIDATION'],
  ['no reason', { reason: ' ' }, 'VALIDATION'],
  ['a key that is none', { key: 'a#2' }, 'VALIDATION'],
  ['nobody', { userId: uuidv7() }, 'NOT_FOUND'],
])('an adjustment for %s is refused', async (_, wrong, code) => {
  await using server = await startTestServer()
  const ann = await server.newUser()

  await expect(give(server, ann, { delta: 5, ...wrong })).rejects.toMatchObject({ code })

  expect(await server.sql`select 1 from credit_ledger`).toEqual([])
})

test.each<[string, string]>([
  ['balance = sum of entries', 'update credit_accounts set balance = balance + 1'],
  ['balance = sum of lots', 'update credit_lots set remaining = remaining - 1'],
  ['lot = sum of its entries', 'update credit_lots set remaining = remaining - 1'],
  ['entries counted', 'update credit_accounts set entries = entries + 1'],
  [
    'each entry follows the one before',
    `alter table credit_ledger disable trigger user;
     update credit_ledger set balance_after = balance_after + 1`,
  ],
])('the proof finds that “%s” does not hold', async (rule, damage) => {
  await using server = await startTestServer()
  const ann = await server.newUser()
  await give(server, ann, { delta: 100 })
  await isProven(server)
  for (const statement of damage.split(';')) await administer(server.database.url, statement)

  const proof = await proveLedger(server.deps)

  expect(proof.isProven).toBe(false)
  expect(proof.faults).toContainEqual(expect.objectContaining({ rule, userId: ann.user.id }))
})
