import { expect, test } from 'vitest'
import { createTestDatabase } from '../testing/database/test-database.ts'
import { withCustomPlans } from './custom-plans.ts'

test('statement that runs ten times: planned for its own values each time', async () => {
  await using database = await createTestDatabase()
  const plans = await withCustomPlans(database.sql, async (tx) => {
    for (let run = 0; run < 10; run += 1) {
      await tx`select id from users where (${null}::text is null or email = ${'a'})`
    }
    return tx<{ custom: number; generic: number }>`
      select custom_plans as custom, generic_plans as generic
      from pg_prepared_statements where starts_with(statement, 'select id from users')`
  })
  expect(plans).toEqual([{ custom: 10, generic: 0 }])
})
