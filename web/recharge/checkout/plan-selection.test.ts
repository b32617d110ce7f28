import { expect, test } from 'vitest'
import { samplePlans } from '../../testing/plans.ts'
import { selectPlan, isPlanGone, orderTotals } from './plan-selection.ts'

const chosen = (requested: Parameters<typeof selectPlan>[1]) => {
  const selection = selectPlan(samplePlans, requested)
  return selection && [selection.plan.id, selection.num]
}

test('without a requested plan the recommended one is selected, in its least quantity', () => {
  expect(chosen({})).toEqual(['pro', 1])
})

test.each([
  [{ plan: 'trial', num: '3' }, ['trial', 3]],
  [{ plan: 'trial', num: 3 }, ['trial', 3]],
  [{ plan: 'trial', num: '11' }, ['trial', 10]],
  [{ plan: 'pack', num: '1' }, ['pack', 2]],
  [{ plan: 'pack' }, ['pack', 2]],
  [{ plan: 'trial', num: '-1' }, ['trial', 1]],
  [{ plan: 'trial', num: '1.5' }, ['trial', 1]],
  [{ plan: 'trial', num: '1e21' }, ['trial', 10]],
  [{ plan: 'trial', num: 'many' }, ['trial', 1]],
  [{ plan: 'gone', num: '2' }, ['pro', 1]],
])('the request %j selects %j', (requested, expected) => {
  expect(chosen(requested)).toEqual(expected)
})

test('with no plan on sale nothing is selected', () => {
  expect(selectPlan([], { plan: 'pro' })).toBeUndefined()
})

test('isPlanGone is true only for a requested plan that is not on sale', () => {
  expect(isPlanGone(samplePlans, { plan: 'gone' })).toBe(true)
  expect(isPlanGone(samplePlans, { plan: 'pro' })).toBe(false)
  expect(isPlanGone(samplePlans, {})).toBe(false)
})

test('totals are the plan times the quantity', () => {
  const [trial, pro] = samplePlans
  expect(orderTotals({ plan: pro!, num: 2 })).toEqual({
    amount: 19_980,
    listAmount: 23_980,
    saved: 4000,
    credit: 24_000,
    currency: 'cny',
  })
  expect(orderTotals({ plan: trial!, num: 3 })).toMatchObject({ amount: 5970, saved: 0 })
})
