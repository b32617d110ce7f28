import { expect, test } from 'vitest'
import { uuidv7 } from '../db/ids.ts'
import { adjust, listNoGrants, readLots } from '../testing/credit.ts'
import { administer } from '#harness/administer.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/harness.ts'
import type { Adjustment } from './adjust-credit.ts'
import { consumeCredit, reverseConsumption } from './consume-credit.ts'
import { expireCredit } from './expire-credit-job.ts'
import { listEntries } from './ledger.store.ts'
import { RESTORED_CREDIT_MS } from './lots.ts'
import { proveLedger } from './proof/prove-ledger.ts'

const DAY_MS = 86_400_000
const spend = { reason: 'AI 对话', key: 'job-1' }

function entries({ sql }: TestServer, { user }: TestUser) {
  return listEntries(sql, { userId: user.id, type: null, limit: 20, offset: 0 })
}

async function expectProven({ deps }: TestServer): Promise<void> {
  expect(await proveLedger(deps, listNoGrants)).toMatchObject({ isProven: true, faults: [] })
}

test('an adjustment adds an entry with its reason', async () => {
  await using server = await startTestServer()
  const ann = await server.newUser()

  const given = await adjust(server, ann, { delta: 500 })

  expect(given).toEqual({ delta: 500, balance: 500, isRepeat: false })
  expect(await entries(server, ann)).toMatchObject([
    { type: 'adjust', delta: 500, balanceAfter: 500, reason: '补偿' },
  ])
  await expectProven(server)
})

test('concurrent consumptions of the same key move the credit once', async () => {
  await using server = await startTestServer()
  const ann = await server.newUser()
  await adjust(server, ann, { delta: 500 })
  const request = { userId: ann.user.id, amount: 200, ...spend }

  const answers = await Promise.all([1, 2, 3, 4].map(() => consumeCredit(server.deps, request)))

  expect(answers.map(({ balance }) => balance)).toEqual([300, 300, 300, 300])
  expect(answers.filter(({ isRepeat }) => !isRepeat)).toHaveLength(1)
  await expectProven(server)
})

test('a key that moved other credit is refused as KEY_REUSED', async () => {
  await using server = await startTestServer()
  const [ann, bob] = [await server.newUser(), await server.newUser()]
  await adjust(server, ann, { delta: 500, key: 'one' })
  const consumption = { userId: ann.user.id, amount: 200, ...spend }
  await consumeCredit(server.deps, consumption)

  const refused = { code: 'KEY_REUSED' }
  await expect(adjust(server, ann, { delta: 501, key: 'one' })).rejects.toMatchObject(refused)
  await expect(adjust(server, bob, { delta: 500, key: 'one' })).rejects.toMatchObject(refused)
  await expect(consumeCredit(server.deps, { ...consumption, amount: 1 })).rejects.toMatchObject(
    refused,
  )
  await expectProven(server)
})

test('taking more than the balance is refused as CREDIT_SHORT', async () => {
  await using server = await startTestServer()
  const ann = await server.newUser()
  await adjust(server, ann, { delta: 500 })
  const request = { userId: ann.user.id, ...spend }
  const short = { code: 'CREDIT_SHORT' }

  await expect(consumeCredit(server.deps, { ...request, amount: 501 })).rejects.toMatchObject(short)
  await expect(adjust(server, ann, { delta: -501 })).rejects.toMatchObject(short)
  expect(await consumeCredit(server.deps, { ...request, amount: 500 })).toMatchObject({
    balance: 0,
  })
  expect(await entries(server, ann)).toHaveLength(2)
  await expectProven(server)
})

test('concurrent consumptions never take more than the balance', async () => {
  await using server = await startTestServer()
  const ann = await server.newUser()
  await adjust(server, ann, { delta: 500 })

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
  await expectProven(server)
})

test('consumption takes bonus first, then the lot that ends soonest, then the oldest', async () => {
  await using server = await startTestServer()
  const ann = await server.newUser()
  const userId = ann.user.id
  const { sql, deps } = server
  const inDays = (days: number) => new Date(Date.now() + days * DAY_MS)
  await adjust(server, ann, { delta: 100 })
  await adjust(server, ann, { delta: 101 })
  await adjust(server, ann, { delta: 102, expiresAt: inDays(9) })
  await adjust(server, ann, { delta: 103, expiresAt: inDays(3) })
  await adjust(server, ann, { delta: 104 })
  await sql`update credit_lots set kind = 'bonus' where granted = 104`

  const order: number[] = []
  for (const amount of [104, 103, 102, 100, 101]) {
    await consumeCredit(deps, { userId, amount, reason: 'AI 对话', key: `job-${amount}` })
    const [emptied]: { granted: number }[] = await sql<{ granted: number }>`
      select granted from credit_lots where remaining = 0 and granted <> all(${order}::bigint[])`
    order.push(emptied?.granted ?? 0)
  }

  expect(order).toEqual([104, 103, 102, 100, 101])
  await expectProven(server)
})

test('reversing a consumption over several lots restores each lot, once', async () => {
  await using server = await startTestServer()
  const ann = await server.newUser()
  const userId = ann.user.id
  const end = new Date(Date.now() + DAY_MS)
  await adjust(server, ann, { delta: 100, expiresAt: end })
  await adjust(server, ann, { delta: 100 })

  await consumeCredit(server.deps, { userId, amount: 150, ...spend })
  const again = await consumeCredit(server.deps, { userId, amount: 150, ...spend })
  expect(again).toEqual({ delta: -150, balance: 50, isRepeat: true })

  const back = { userId, key: spend.key, reason: '任务失败' }
  const ends = await Promise.all([1, 2].map(() => reverseConsumption(server.deps, back)))

  expect(ends.map(({ balance }) => balance)).toEqual([200, 200])
  expect(await readLots(server.sql)).toMatchObject([
    { remaining: 100, expiresAt: end },
    { remaining: 100, expiresAt: null },
  ])
  await expectProven(server)
  await expect(reverseConsumption(server.deps, { ...back, key: 'never' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('ended lots expire once, and other lots stay', async () => {
  await using server = await startTestServer()
  const ann = await server.newUser()
  await adjust(server, ann, { delta: 100, expiresAt: new Date(Date.now() + DAY_MS) })
  await adjust(server, ann, { delta: 70 })
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
  await expectProven(server)
})

test('credit of an ended lot cannot be consumed, even before the job expires it', async () => {
  await using server = await startTestServer()
  const ann = await server.newUser()
  await adjust(server, ann, { delta: 100, expiresAt: new Date(Date.now() + DAY_MS) })
  server.advance(DAY_MS)

  const late = consumeCredit(server.deps, { userId: ann.user.id, amount: 1, ...spend })

  await expect(late).rejects.toMatchObject({ code: 'CREDIT_SHORT' })
  await expectProven(server)
})

test('credit restored to an ended lot can be used for 30 days, then expires', async () => {
  await using server = await startTestServer()
  const ann = await server.newUser()
  const userId = ann.user.id
  await adjust(server, ann, { delta: 100, expiresAt: new Date(Date.now() + DAY_MS) })
  await consumeCredit(server.deps, { userId, amount: 60, ...spend })
  server.advance(DAY_MS)
  await expireCredit(server.deps)

  await reverseConsumption(server.deps, { userId, key: spend.key, reason: '任务失败' })

  await expireCredit(server.deps)
  expect((await entries(server, ann))[0]).toMatchObject({
    type: 'consume_reversal',
    balanceAfter: 60,
  })
  server.advance(RESTORED_CREDIT_MS)
  await expireCredit(server.deps)
  expect((await entries(server, ann))[0]).toMatchObject({
    type: 'expire',
    delta: -60,
    balanceAfter: 0,
  })
  await expectProven(server)
})

test.each<[string, Partial<Adjustment>, string]>([
  ['a delta of 0', { delta: 0 }, 'VALIDATION'],
  ['a fractional delta', { delta: 1.5 }, 'VALIDATION'],
  ['too large a delta', { delta: 1e15 }, 'VALIDATION'],
  ['a blank reason', { reason: ' ' }, 'VALIDATION'],
  ['a malformed key', { key: 'a#2' }, 'VALIDATION'],
  ['an unknown user', { userId: uuidv7() }, 'NOT_FOUND'],
])('an adjustment with %s is refused', async (_, wrong, code) => {
  await using server = await startTestServer()
  const ann = await server.newUser()

  await expect(adjust(server, ann, { delta: 5, ...wrong })).rejects.toMatchObject({ code })

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
])('the proof finds a violation of “%s”', async (rule, damage) => {
  await using server = await startTestServer()
  const ann = await server.newUser()
  await adjust(server, ann, { delta: 100 })
  await expectProven(server)
  for (const statement of damage.split(';')) await administer(server.database.url, statement)

  const proof = await proveLedger(server.deps, listNoGrants, { isFull: true })

  expect(proof.isProven).toBe(false)
  expect(proof.faults).toContainEqual(expect.objectContaining({ rule, userId: ann.user.id }))
})
