import { buffer } from 'node:stream/consumers'
import { expect, inject, test } from 'vitest'
import { copyOut } from './copy.ts'
import { withClient } from './session.ts'

/** More than is kept in wait at once, in one row: its end comes while all of it waits to be taken. */
const LARGE = `select repeat('x', 1500000)`

test('rows that wait when their table ends do not hold up the next table', async () => {
  await withClient(inject('testDatabase').url, async (client) => {
    for (let round = 0; round < 5; round++) {
      const large = copyOut(client, `copy (${LARGE}) to stdout`)
      expect(await buffer(large.rows)).toHaveLength(1_500_001)
      const small = copyOut(client, `copy (select 'next') to stdout`)
      expect(String(await buffer(small.rows))).toBe('next\n')
      expect([large.count(), small.count()]).toEqual([1, 1])
    }
  })
})
