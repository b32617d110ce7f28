import { expect, test } from 'vitest'
import type { Combo } from '#contract/shapes.ts'
import { isInOrder, planChanges, unlistedPlans } from './plan-changes.ts'
import type { PlanRow } from './plans.store.ts'

function planOf(id: string, details: Partial<Combo> = {}): Combo {
  return {
    id,
    name: id,
    summary: '',
    features: [],
    amount: 1990,
    currency: 'cny',
    credit: 2000,
    bonusCredit: 0,
    validDays: 90,
    minNum: 1,
    maxNum: 10,
    recommended: false,
    ...details,
  }
}

function rowOf(plan: Combo, isOnSale = true): PlanRow {
  const { originalAmount = null, badge = null, ...rest } = plan
  return { ...rest, originalAmount, badge, version: 3, isOnSale, updatedAt: new Date(0) }
}

test('a file equal to the stored plans changes nothing', () => {
  const plans = [planOf('small'), planOf('large', { originalAmount: 2990, badge: '推荐' })]
  const sold = plans.map((plan) => rowOf(plan))
  expect(planChanges(sold, plans)).toEqual([])
  expect(unlistedPlans(sold, plans)).toEqual([])
  expect(isInOrder(sold, plans)).toBe(true)
})

test('a new price raises the version, a new name does not, and a listed plan returns to sale', () => {
  const sold = [rowOf(planOf('a')), rowOf(planOf('b')), rowOf(planOf('c'), false)]
  const wanted = [planOf('a', { amount: 990 }), planOf('b', { name: 'B' }), planOf('c')]
  expect(planChanges(sold, [...wanted, planOf('d')])).toEqual([
    {
      id: 'a',
      name: 'a',
      kind: 'changed',
      version: 4,
      fields: [{ field: 'amount', from: 1990, to: 990 }],
    },
    {
      id: 'b',
      name: 'B',
      kind: 'changed',
      version: 3,
      fields: [{ field: 'name', from: 'b', to: 'B' }],
    },
    {
      id: 'c',
      name: 'c',
      kind: 'changed',
      version: 3,
      fields: [{ field: 'onSale', from: false, to: true }],
    },
    { id: 'd', name: 'd', kind: 'added', version: 1, fields: [] },
  ])
})

test('plans on sale that the file does not name are reported, behind the file’s order', () => {
  const sold = [rowOf(planOf('a')), rowOf(planOf('b')), rowOf(planOf('c'), false)]
  expect(unlistedPlans(sold, [planOf('a')]).map(({ id }) => id)).toEqual(['b'])
  expect(isInOrder(sold, [planOf('a')])).toBe(true)
  expect(isInOrder(sold, [planOf('b'), planOf('a')])).toBe(false)
})
