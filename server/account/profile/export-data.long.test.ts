import { expect, test } from 'vitest'
import { exportData } from '#contract/account/personal-data.ts'
import { startTestServer } from '../../testing/harness.ts'

test('an export above the maximum contains the newest entries and counts the omitted ones', async () => {
  await using server = await startTestServer()
  const ann = await server.newUser()
  const { id } = ann.user
  const count = 50_003
  await server.sql`insert into credit_accounts (user_id, balance, entries) values (${id}, ${count}, ${count})`
  for (let from = 1; from <= count; from += 2_000) {
    await server.sql`
      insert into credit_ledger (id, user_id, position, type, delta, balance_after, idempotency_key, actor, created_at)
      select gen_random_uuid(), ${id}, n, 'adjust', 1, n, 'gift ' || n, 'operator', now()
      from generate_series(${from}::integer, ${Math.min(count, from + 1_999)}::integer) n`
  }

  const { body } = await ann.call(exportData, {})

  expect(body.data.creditEntries).toHaveLength(50_000)
  expect(body.data.creditEntries[0]).toMatchObject({ balanceAfter: count })
  expect(body.data.omitted).toMatchObject({ orders: 0, creditEntries: 3 })
}, 60_000)
