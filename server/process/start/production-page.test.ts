import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { connect } from '../../db/sql.ts'
import { createMetrics } from '../metrics/metrics.ts'

const page = await readFile('docs/production.md', 'utf8')

test('docs/production.md lists exactly the metrics of the shop and starts it with the command of npm start', async () => {
  const sql = connect('postgres://nobody@127.0.0.1:1/none')
  const { registry } = createMetrics(sql)
  await sql.end()
  const table = page.slice(page.indexOf('<!-- metrics -->')).split('\n\n')[1] ?? ''

  const named = [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, name = '']) => name)

  const own = registry.getMetricsAsArray().map(({ name }) => name)
  expect(named.toSorted()).toEqual(
    own.filter((name) => !/^(nodejs|process)_/.test(name)).toSorted(),
  )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own package
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as {
    scripts: { start: string }
  }
  expect(page).toContain(`exec node_modules/.bin/${scripts.start}`)
})
