import { expect, test } from 'vitest'
import { connect } from '../../db/sql.ts'
import {
  applicationsPerFile,
  startApplication,
} from '../../testing/applications/application-client.ts'
import { balancesOf } from '../../testing/applications/spending.ts'
import { createTestDatabase } from '../../testing/database/test-database.ts'
import { environmentOf, readExamples, run, scratchFolder } from '../../testing/doc-examples.ts'
import { startInterruptibleProxy } from '../../testing/database/interruptible-line.ts'

/** What the examples of one language leave of 500: 42 and 5 charged, 2 given back. */
const LEFT = { balance: 455, held: 0 }

const join = applicationsPerFile()

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

test('the examples by curl run as they stand', async () => {
  const shop = await join()
  await using folder = await scratchFolder()
  await folder.write('.curlrc', 'fail-with-body\nwrite-out = "\\n"\n')
  const script = (await readExamples('sh')).join('\n')
  const env = { ...environmentOf(shop), CURL_HOME: folder.path }
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script], { env })
  const answers = stdout.trim().split('\n')
  expect(answers.length).toBeGreaterThanOrEqual(9)
  for (const answer of answers) expect(JSON.parse(answer)).toMatchObject({ statusCode: 200 })
  expect(await balancesOf(shop.server, shop.ann)).toMatchObject(LEFT)
})

test('the examples in TypeScript run as they stand', async () => {
  const shop = await join()
  await using folder = await scratchFolder()
  const [, ...examples] = await readExamples('ts')
  const path = await folder.write('example.mts', examples.join('\n'))
  const { stdout } = await run(process.execPath, [path], { env: environmentOf(shop) })
  expect(stdout.trim().split('\n')).toEqual([
    '可用 500，已预留 0',
    '已扣 42',
    '已退回 2',
    '扣 5，已退 2',
    '账目一致',
    '密钥无效',
  ])
  expect(await balancesOf(shop.server, shop.ann)).toMatchObject(LEFT)
})
