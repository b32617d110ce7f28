import { expect, test } from 'vitest'
import { filterOf, spanOf, spanProblem, usageHref, usageQueryOf } from './usage-query.ts'

const TODAY = '2026-11-23'

test('what is chosen is kept in the address, means its days and is passed to the calls', () => {
  const chosen = [
    [{}, '/account/usage', '2026-10-25', TODAY],
    [{ days: '7' }, '/account/usage?days=7', '2026-11-17', TODAY],
    [{ days: 'month' }, '/account/usage?days=month', '2026-11-01', TODAY],
    [
      { first: '2026-02-01', last: '2026-02-28' },
      '/account/usage?first=2026-02-01&last=2026-02-28',
      '2026-02-01',
      '2026-02-28',
    ],
  ] as const
  const found = chosen.map(([query]) => {
    const parsed = usageQueryOf(query)
    const { first, last } = spanOf(parsed.days, TODAY)
    return [query, usageHref(parsed), first, last]
  })
  expect(found).toEqual(chosen)

  const query = usageQueryOf({ tool: 'tool-1', key: 'web' })
  expect(usageHref(query)).toBe('/account/usage?tool=tool-1&key=web')
  expect(filterOf(query, TODAY)).toEqual({
    ...{ first: '2026-10-25', last: TODAY },
    ...{ applicationId: 'tool-1', key: 'web' },
  })
})

test('what cannot be shown is ignored in the address, and named when it is chosen', () => {
  const broken = [
    { days: '8' },
    { first: '2026-02-30', last: '2026-03-01' },
    { first: '2026-03-02', last: '2026-03-01' },
    { first: '2026-03-02' },
    { tool: 'a b', key: '' },
  ]
  for (const query of broken) {
    expect(usageHref(usageQueryOf(query)), JSON.stringify(query)).toBe('/account/usage')
  }

  expect(spanProblem({ first: '2026-03-02', last: '2026-03-01' })).toBe('开始日期不能晚于结束日期')
  expect(spanProblem({ first: '2025-03-01', last: '2026-03-02' })).toBe('一次最多查看 366 天')
  expect(spanProblem({ first: '', last: '2026-03-01' })).toBe('请选择日期')
  expect(spanProblem({ first: '2025-03-02', last: '2026-03-02' })).toBeUndefined()
})
