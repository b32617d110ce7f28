import { expect, test } from 'vitest'
import { administer } from '#harness/administer.ts'
import { startTestServer } from '../testing/harness.ts'
import { adjustCredit } from './adjust-credit.ts'
import { expireCredit } from './expire-credit-job.ts'

const DAY_MS = 86_400_000

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
