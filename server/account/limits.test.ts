import { expect, test } from 'vitest'
import { createLimits } from '../http/limits/limits.ts'
import { createTestDatabase } from '../testing/database.ts'
import { accountLimits, countTowardsMailStorm, isMailStorm } from './limits.ts'

test('a mail storm counted on one node is seen by every node', async () => {
  await using database = await createTestDatabase()
  const limits = createLimits(database.sql)
  expect(await isMailStorm(limits)).toBe(false)
  await countTowardsMailStorm(limits)
  await database.sql`update rate_limits set points = ${accountLimits.mailAll.times}`
  expect(await isMailStorm(createLimits(database.sql))).toBe(true)
})
