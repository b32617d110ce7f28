import { expect, test } from 'vitest'
import { adjust, listNoGrants } from '../../testing/credit.ts'
import { startTestServer } from '../../testing/harness.ts'
import { proveLedger } from './prove-ledger.ts'

test('a long history is read in pages of a few thousand entries', async () => {
  await using server = await startTestServer()
  const ann = await server.newUser()
  const count = 20_001
  await adjust(server, ann, { delta: count })
  const [lot] = await server.sql<{ id: string }>`select id from credit_lots`
  // a statement may take 5 s, also on a busy machine
  const part = 2_000
  for (let first = 1; first < count; first += part) {
    const last = first + part - 1
    await server.sql`
      insert into credit_ledger (id, user_id, position, type, delta, balance_after, lot_id, idempotency_key, actor, created_at)
      select gen_random_uuid(), ${ann.user.id}, n + 1, 'consume', -1, ${count}::integer - n, ${lot!.id}, 'use ' || n, 'user', now()
      from generate_series(${first}::integer, ${last}::integer) n`
  }
  await server.sql`update credit_accounts set balance = 1, entries = ${count}`
  await server.sql`update credit_lots set remaining = 1`
  let longest = 0
  const { begin } = server.sql
  const watched: typeof begin = (work) =>
    begin((tx) =>
      work(async (strings, ...values) => {
        const rows = await tx<never>(strings, ...values)
        longest = Math.max(longest, rows.length)
        return rows
      }),
    )

  const proof = await proveLedger(
    { sql: Object.assign(server.sql, { begin: watched }), now: server.deps.now },
    listNoGrants,
  )

  expect(proof).toMatchObject({ isProven: true, accounts: 1, entries: count })
  expect(longest).toBeLessThan(5_000)
})
