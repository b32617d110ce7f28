import { expect, test } from 'vitest'
import { filterOf, spanOf, spanProblem, usageHref, usageQueryOf } from './usage-query.ts'

const TODAY = '2026-11-23'

test.each([
  [{}, '/account/usage', '2026-10-25', TODAY],
  [{ days: '7' }, '/account/usage?days=7', '2026-11-17', TODAY],
  [{ days: 'month' }, '/account/usage?days=month', '2026-11-01', TODAY],
  [
    { first: '2026-02-01', last: '2026-02-28' },
    '/account/usage?first=2026-02-01&last=2026-02-28',
    '2026-02-01',
    '2026-02-28',
  ],
])('%j is kept in the address and means its days', (query, address, first, last) => {
  const parsed = usageQueryOf(query)
  expect(usageHref(parsed)).toBe(address)
  expect(spanOf(parsed.days, TODAY)).toEqual({ first, last })
})

test('tool and key are kept in the address and passed to the calls', () => {
  const query = usageQueryOf({ tool: 'tool-1', key: 'web' })
  expect(usageHref(query)).toBe('/account/usage?tool=tool-1&key=web')
  expect(filterOf(query, TODAY)).toEqual({
    ...{ first: '2026-10-25', last: TODAY },
    ...{ applicationId: 'tool-1', key: 'web' },
  })
})

test.each([
  { days: '8' },
  { first: '2026-02-30', last: '2026-03-01' },
  { first: '2026-03-02', last: '2026-03-01' },
  { first: '2026-03-02' },
  { tool: 'a b', key: '' },
])('%j in the address is ignored', (query) => {
  expect(usageHref(usageQueryOf(query))).toBe('/account/usage')
})

test('days that cannot be shown are named', () => {
  expect(spanProblem({ first: '2026-03-02', last: '2026-03-01' })).toBe('开始日期不能晚于结束日期')
  expect(spanProblem({ first: '2025-03-01', last: '2026-03-02' })).toBe('一次最多看 366 天')
  expect(spanProblem({ first: '', last: '2026-03-01' })).toBe('请选择日期')
  expect(spanProblem({ first: '2025-03-02', last: '2026-03-02' })).toBeUndefined()
})
