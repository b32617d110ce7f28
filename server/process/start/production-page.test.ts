import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { startTestServer } from '../../testing/harness.ts'
import { createMetrics } from '../metrics/metrics.ts'

const page = await readFile('docs/production.md', 'utf8')

test('docs/production.md lists exactly the metrics of the shop', async () => {
  await using server = await startTestServer()
  const { registry } = createMetrics(server.sql)
  const table = page.slice(page.indexOf('<!-- metrics -->')).split('\n\n')[1] ?? ''

  const named = [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, name = '']) => name)

  const own = registry.getMetricsAsArray().map(({ name }) => name)
  expect(named.toSorted()).toEqual(
    own.filter((name) => !/^(nodejs|process)_/.test(name)).toSorted(),
  )
})

test('docs/production.md starts the program with the command of npm start', async () => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own package
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as {
    scripts: { start: string }
  }
  expect(page).toContain(`exec node_modules/.bin/${scripts.start}`)
})
