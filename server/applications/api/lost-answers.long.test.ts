import { expect, test } from 'vitest'
import { connect } from '../../db/sql.ts'
import { startApplication } from '../../testing/applications/application-client.ts'
import { createTestDatabase } from '../../testing/database/test-database.ts'
import { environmentOf, readExamples, run, scratchFolder } from '../../testing/doc-examples.ts'
import { startInterruptibleProxy } from '../../testing/database/interruptible-line.ts'

test('an application that retries as documented books once when the answers to hold and capture are lost', async () => {
  await using database = await createTestDatabase()
  await using line = await startInterruptibleProxy(database.url)
  const sql = connect(line.url)
  await using shop = await startApplication({}, { database, deps: { sql } })
  await using folder = await scratchFolder()
  const [program] = await readExamples('ts')
  const path = await folder.write('first.mts', program!)
  const statements = ['credit_hold(', 'credit_capture(']
  for (const text of statements) line.dropAnswerTo(text)
  const { stdout } = await run(process.execPath, [path], { env: environmentOf(shop) })
  expect(statements.map((text) => line.hasDroppedAnswerTo(text))).toEqual([true, true])
  expect(stdout.trim().split('\n')).toEqual(['已预留 50', '已扣 42，还可用 458'])
  const counts = await shop.server.sql`
    select balance, held, (select count(*) from credit_holds) as holds,
      (select count(*) from credit_charges) as charges, (select count(*) from credit_requests) as requests
    from credit_accounts`
  expect(counts).toEqual([{ balance: 458, held: 0, holds: 1, charges: 1, requests: 2 }])
  await sql.end()
}, 60_000)
