import { expect, test } from 'vitest'
import { listNoGrants } from '../testing/credit.ts'
import { startTestServer } from '../testing/harness.ts'
import { adjustCredit } from './adjust-credit.ts'
import { proveLedger } from './proof/prove-ledger.ts'

test('of two accounts that use one key concurrently one moves credit, and the other is refused', async () => {
  await using server = await startTestServer()
  const users = [await server.newUser(), await server.newUser()]
  for (let n = 1; n <= 8; n += 1) {
    const adjustment = { delta: 500, reason: '补偿', key: `at-once-${n}` }
    const outcomes = await Promise.allSettled(
      users.map(({ user }) => adjustCredit(server.deps, { userId: user.id, ...adjustment })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const refused = outcomes.find((outcome) => outcome.status === 'rejected')
    expect(refused?.reason).toMatchObject({ code: 'KEY_REUSED' })
  }
  expect(await proveLedger(server.deps, listNoGrants)).toMatchObject({ isProven: true, faults: [] })
})
