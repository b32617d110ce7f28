import { expect, test } from 'vitest'
import * as api from '#contract/applications/applications.ts'
import { errorCatalogue } from '#contract/errors.ts'
import { applicationsPerFile } from '../../testing/applications/application-client.ts'
import { balancesOf } from '../../testing/applications/spending.ts'
import {
  environmentOf,
  readExamples,
  readIntegratePage,
  run,
  scratchFolder,
} from '../../testing/doc-examples.ts'
import { COMMON_FAILURES } from './describe-api.ts'

const join = applicationsPerFile()

test('the first program has at most 40 lines, holds and captures as it stands, and ends at once with the code of a refusal', async () => {
  const shop = await join({ credit: 50 })
  await using folder = await scratchFolder()
  const [program] = await readExamples('ts')
  expect(program!.trim().split('\n').length).toBeLessThanOrEqual(40)
  const path = await folder.write('first.mts', program!)
  const start = () => run(process.execPath, [path], { env: environmentOf(shop) })
  const { stdout } = await start()
  expect(stdout.trim().split('\n')).toEqual(['已预留 50', '已扣 42，还可用 8'])
  await expect(start()).rejects.toThrow('CREDIT_SHORT 余额不足')
  expect(await balancesOf(shop.server, shop.ann)).toMatchObject({ balance: 8, held: 0 })
})

test('the page has every call, and every code that a call may answer with under its status', async () => {
  const page = await readIntegratePage()
  const rows = [...page.matchAll(/^\| (\d{3}) \| ([A-Z_]+) \|/gm)]
  const codes = Object.values(api).flatMap(({ failures }) => failures)
  // before a call is reached: a body in another format
  const all = new Set([...COMMON_FAILURES, ...codes, 'UNSUPPORTED_MEDIA' as const])
  expect(rows.map(([, status, code]) => `${status} ${code}`).toSorted()).toEqual(
    [...all].map((code) => `${errorCatalogue[code].status} ${code}`).toSorted(),
  )
  for (const { method, path } of Object.values(api)) {
    const place = path.replace('/api/v1/', '').replaceAll(/:(\w+)/g, '{$1}')
    expect(page).toContain(`\`${method} ${place}`)
  }
})
