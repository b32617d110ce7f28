import { expect, test } from 'vitest'
import { uuidv7 } from '../db/ids.ts'
import { adjust, listNoGrants } from '../testing/credit.ts'
import { administer } from '../testing/database/administer.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/harness.ts'
import { oncePerFile } from '../testing/once-per-file.ts'
import { adjustCredit, type Adjustment } from './adjust-credit.ts'
import { expireCredit } from './expire-credit-job.ts'
import { listEntries } from './ledger.store.ts'
import { proveLedger } from './proof/prove-ledger.ts'

const DAY_MS = 86_400_000
const serverOf = oncePerFile(() => startTestServer())

/** A customer of the file's server. */
async function newCustomer() {
  const server = await serverOf()
  const ann = await server.newUser()
  const inDays = (days: number) => new Date(server.deps.now().getTime() + days * DAY_MS)
  return { server, ann, userId: ann.user.id, inDays }
}

function entries({ sql }: TestServer, { user }: TestUser) {
  return listEntries(sql, { userId: user.id, type: null, limit: 20, offset: 0 })
}

async function expectProven({ deps }: TestServer): Promise<void> {
  expect(await proveLedger(deps, listNoGrants)).toMatchObject({ isProven: true, faults: [] })
}

test('an adjustment adds an entry with its reason; a wrong one is refused and writes nothing', async () => {
  const { server, ann } = await newCustomer()
  const wrong: [Partial<Adjustment>, string][] = [
    [{ delta: 0 }, 'VALIDATION'],
    [{ delta: 1.5 }, 'VALIDATION'],
    [{ delta: 1e15 }, 'VALIDATION'],
    [{ reason: ' ' }, 'VALIDATION'],
    [{ key: 'a#2' }, 'VALIDATION'],
    [{ userId: uuidv7() }, 'NOT_FOUND'],
  ]
  for (const [change, code] of wrong)
    await expect(
      adjust(server, ann, { delta: 5, ...change }),
      JSON.stringify(change),
    ).rejects.toMatchObject({ code })
  expect(await entries(server, ann)).toEqual([])

  const given = await adjust(server, ann, { delta: 500 })
  expect(given).toEqual({ delta: 500, balance: 500, isRepeat: false })
  expect(await entries(server, ann)).toMatchObject([
    { type: 'adjust', delta: 500, balanceAfter: 500, reason: '补偿' },
  ])
  await expectProven(server)
})

test('a key that moved other credit is refused as KEY_REUSED, and repeated it moves nothing', async () => {
  const { server, ann } = await newCustomer()
  const bob = await server.newUser()
  const key = uuidv7()
  const given = await Promise.all([1, 2, 3].map(() => adjust(server, ann, { delta: 500, key })))
  expect(given.map(({ balance }) => balance)).toEqual([500, 500, 500])
  expect(given.filter(({ isRepeat }) => !isRepeat)).toHaveLength(1)

  const refused = { code: 'KEY_REUSED' }
  await expect(adjust(server, ann, { delta: 501, key })).rejects.toMatchObject(refused)
  await expect(adjust(server, bob, { delta: 500, key })).rejects.toMatchObject(refused)
  await expectProven(server)
})

test('taking more than the balance is refused as CREDIT_SHORT, also at once', async () => {
  const { server, ann } = await newCustomer()
  await adjust(server, ann, { delta: 500 })
  const takings = Array.from({ length: 8 }, () => adjust(server, ann, { delta: -150 }))
  const ends = await Promise.allSettled(takings)

  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  const short = { code: 'CREDIT_SHORT' }
  await expect(adjust(server, ann, { delta: -51 })).rejects.toMatchObject(short)
  expect(await adjust(server, ann, { delta: -50 })).toMatchObject({ balance: 0 })
  expect(await entries(server, ann)).toHaveLength(5)
  await expectProven(server)
})

test('what ends first is taken first, of equal ends bonus first, then the oldest', async () => {
  const { server, ann, userId, inDays } = await newCustomer()
  const { sql } = server
  await adjust(server, ann, { delta: 100 })
  await adjust(server, ann, { delta: 101 })
  const late = inDays(9)
  await adjust(server, ann, { delta: 102, expiresAt: late })
  await adjust(server, ann, { delta: 103, expiresAt: inDays(3) })
  await adjust(server, ann, { delta: 104, expiresAt: late })
  await adjust(server, ann, { delta: 105 })
  await sql`update credit_lots set kind = 'bonus' where granted = any('{104,105}') and user_id = ${userId}`

  const order: number[] = []
  for (const amount of [103, 104, 102, 105, 100, 101]) {
    await adjust(server, ann, { delta: -amount })
    const [emptied]: { granted: number }[] = await sql<{ granted: number }>`
      select granted from credit_lots where remaining = 0 and user_id = ${userId} and granted <> all(${order}::bigint[])`
    order.push(emptied?.granted ?? 0)
  }

  expect(order).toEqual([103, 104, 102, 105, 100, 101])
  await expectProven(server)
})

test('an ended lot cannot be taken even before the job expires it, once, and other lots stay', async () => {
  const { server, ann, inDays } = await newCustomer()
  await adjust(server, ann, { delta: 100, expiresAt: inDays(1) })
  await adjust(server, ann, { delta: 70 })
  await adjust(server, ann, { delta: -30 })
  await expireCredit(server.deps)
  expect(await entries(server, ann)).toHaveLength(3)

  server.advance(DAY_MS)
  await expect(adjust(server, ann, { delta: -71 })).rejects.toMatchObject({ code: 'CREDIT_SHORT' })
  await Promise.all([expireCredit(server.deps), expireCredit(server.deps)])

  expect((await entries(server, ann))[0]).toMatchObject({
    type: 'expire',
    delta: -70,
    balanceAfter: 70,
  })
  expect(await entries(server, ann)).toHaveLength(4)
  await expectProven(server)
})

test('of two accounts that use one key concurrently one moves credit, and the other is refused', async () => {
  const { server } = await newCustomer()
  const users = [await server.newUser(), await server.newUser()]
  for (let n = 1; n <= 8; n += 1) {
    const adjustment = { delta: 500, reason: '补偿', key: uuidv7() }
    const outcomes = await Promise.allSettled(
      users.map(({ user }) => adjustCredit(server.deps, { userId: user.id, ...adjustment })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const refused = outcomes.find((outcome) => outcome.status === 'rejected')
    expect(refused?.reason).toMatchObject({ code: 'KEY_REUSED' })
  }
  await expectProven(server)
})

test('a user whose credit cannot expire does not stop the others, and is thrown at the end', async () => {
  await using server = await startTestServer()
  const [ann, bob, eve] = [await server.newUser(), await server.newUser(), await server.newUser()]
  for (const user of [ann, bob, eve]) {
    const adjustment = { userId: user.user.id, delta: 100, reason: '补偿', key: user.user.id }
    await adjustCredit(server.deps, { ...adjustment, expiresAt: new Date(Date.now() + DAY_MS) })
  }
  server.advance(DAY_MS)
  const broken = bob.user.id
  await administer(
    server.database.url,
    `alter table credit_ledger add constraint broken check (user_id <> '${broken}' or type <> 'expire')`,
  )

  await expect(expireCredit(server.deps)).rejects.toThrow(`1 failed, the first for ${broken}`)

  const left = await server.sql<{ userId: string }>`
    select user_id as "userId" from credit_accounts where balance > 0`
  expect(left).toEqual([{ userId: broken }])
})
