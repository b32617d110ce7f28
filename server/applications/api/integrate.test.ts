import { expect, test } from 'vitest'
import * as api from '#contract/applications/applications.ts'
import { errorCatalogue } from '#contract/errors.ts'
import { startApplication } from '../../testing/applications/application-client.ts'
import {
  environmentOf,
  readExamples,
  readIntegratePage,
  run,
  scratchFolder,
} from '../../testing/doc-examples.ts'
import { COMMON_FAILURES } from './describe-api.ts'

/** What the examples of one language leave of 500: 42 and 5 charged, 2 given back. */
const LEFT = { balance: 455, held: 0 }

test('the first program has at most 40 lines, and holds and captures as it stands', async () => {
  await using shop = await startApplication()
  await using folder = await scratchFolder()
  const [program] = await readExamples('ts')
  expect(program!.trim().split('\n').length).toBeLessThanOrEqual(40)
  const path = await folder.write('first.mts', program!)
  const { stdout } = await run(process.execPath, [path], { env: environmentOf(shop) })
  expect(stdout.trim().split('\n')).toEqual(['已预留 50', '已扣 42，还可用 458'])
  expect(await shop.server.sql`select balance, held from credit_accounts`).toEqual([
    { balance: 458, held: 0 },
  ])
})

test('the first program ends at once with the code of a refusal', async () => {
  await using shop = await startApplication({ credit: 0 })
  await using folder = await scratchFolder()
  const [program] = await readExamples('ts')
  const path = await folder.write('first.mts', program!)
  const books = await shop.readBooks()
  const ended = run(process.execPath, [path], { env: environmentOf(shop) })
  await expect(ended).rejects.toThrow('CREDIT_SHORT 余额不足')
  expect(await shop.server.sql`select 1 from credit_holds`).toEqual([])
  expect(books).toHaveLength(9)
})

test('the examples by curl run as they stand', async () => {
  await using shop = await startApplication()
  await using folder = await scratchFolder()
  await folder.write('.curlrc', 'fail-with-body\nwrite-out = "\\n"\n')
  const script = (await readExamples('sh')).join('\n')
  const env = { ...environmentOf(shop), CURL_HOME: folder.path }
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script], { env })
  const answers = stdout.trim().split('\n')
  expect(answers.length).toBeGreaterThanOrEqual(9)
  for (const answer of answers) expect(JSON.parse(answer)).toMatchObject({ statusCode: 200 })
  expect(await shop.server.sql`select balance, held from credit_accounts`).toEqual([LEFT])
})

test('the examples in TypeScript run as they stand', async () => {
  await using shop = await startApplication()
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
  expect(await shop.server.sql`select balance, held from credit_accounts`).toEqual([LEFT])
})

test('the table of failures has every code that a call may answer with, under its status', async () => {
  const rows = [...(await readIntegratePage()).matchAll(/^\| (\d{3}) \| ([A-Z_]+) \|/gm)]
  const codes = Object.values(api).flatMap(({ failures }) => failures)
  // before a call is reached: a body in another format
  const all = new Set([...COMMON_FAILURES, ...codes, 'UNSUPPORTED_MEDIA' as const])
  expect(rows.map(([, status, code]) => `${status} ${code}`).toSorted()).toEqual(
    [...all].map((code) => `${errorCatalogue[code].status} ${code}`).toSorted(),
  )
})

test('every call of the contract is on the page', async () => {
  const page = await readIntegratePage()
  for (const { method, path } of Object.values(api)) {
    const place = path.replace('/api/v1/', '').replaceAll(/:(\w+)/g, '{$1}')
    expect(page).toContain(`\`${method} ${place}`)
  }
})
