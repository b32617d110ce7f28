import { expect, test } from 'vitest'
import { connect } from '../../server/db/sql.ts'
import { createMetrics } from '../../server/process/metrics/metrics.ts'
import { dashboardExpressions, metricsIn, ruleExpressions } from './expressions.ts'

test('names are found beside functions, labels and numbers', () => {
  expect(
    metricsIn('sum by (le, route) (rate(http_answer_seconds_bucket{status="5xx"}[5m])) > 0.01'),
  ).toEqual(['http_answer_seconds'])
  expect(metricsIn('max(jobs{state="dead"}) and on () (max(orders_open) > 350e6)')).toEqual([
    'jobs',
    'orders_open',
  ])
})

test('rules and dashboard name metrics of the shop alone, and every one is watched or drawn', async () => {
  const sql = connect('postgres://nobody@127.0.0.1:1/none')
  const own = createMetrics(sql)
    .registry.getMetricsAsArray()
    .map(({ name }) => name)
  await sql.end()
  const expressions = [...(await ruleExpressions()), ...(await dashboardExpressions())]
  expect(expressions.length).toBeGreaterThan(30)
  const named = new Set(expressions.flatMap(metricsIn))
  expect([...named].filter((name) => !own.includes(name))).toEqual([])
  const unseen = own.filter((name) => !named.has(name) && !/^(nodejs|process)_/.test(name))
  expect(unseen).toEqual(['csp_violations_total'])
})
