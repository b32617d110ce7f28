import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { createLimits } from '../http/limits/limits.ts'
import { createTestDatabase } from '../testing/database/test-database.ts'
import { accountLimits, countTowardsMailStorm, isMailStorm } from './limits.ts'

test('a mail storm counted on one node is seen by every node', async () => {
  await using database = await createTestDatabase()
  const limits = createLimits(database.sql)
  expect(await isMailStorm(limits)).toBe(false)
  await countTowardsMailStorm(limits)
  await database.sql`update rate_limits set points = ${accountLimits.mailAll.times}`
  expect(await isMailStorm(createLimits(database.sql))).toBe(true)
})

test('docs/security.md lists each limit with its numbers', async () => {
  const page = await readFile('docs/security.md', 'utf8')
  const rows = [...page.matchAll(/^\| `(\w+)` +\| (\d+) +\| (\d+) (minute|hour|day)s? +\|/gm)]
  const units = new Map([
    ['minute', 60],
    ['hour', 3600],
    ['day', 86_400],
  ])
  const listed = rows.map(([, name, times, count, unit]) => {
    const seconds = Number(count) * units.get(unit!)!
    return [name, { times: Number(times), seconds }]
  })
  const limits = Object.entries(accountLimits).map(([name, { times, seconds }]) => [
    name,
    { times, seconds },
  ])
  expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(limits))
})
