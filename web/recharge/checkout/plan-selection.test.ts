import { expect, test } from 'vitest'
import { samplePlans } from '../../testing/plans.ts'
import { isPlanGone, mostToBuy, orderTotals, selectPlan } from './plan-selection.ts'

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

test('a requested plan is gone when it is not on sale or sold out', () => {
  const [trial, pro] = samplePlans
  expect(isPlanGone(samplePlans, { plan: 'gone' })).toBe(true)
  expect(isPlanGone(samplePlans, { plan: 'pro' })).toBe(false)
  expect(isPlanGone(samplePlans, {})).toBe(false)
  expect(isPlanGone([trial!, { ...pro!, isSoldOut: true }], { plan: 'pro' })).toBe(true)
})

test('a plan that is sold out is not selected, but by whoever has an open order of it', () => {
  const [trial, pro] = samplePlans
  const plans = [trial!, { ...pro!, isSoldOut: true }]
  const own = [{ combo: { id: 'pro', name: '专业版' }, num: 3 }]
  expect(selectPlan(plans, {})?.plan.id).toBe('trial')
  expect(selectPlan(plans, { plan: 'pro', num: 3 })).toMatchObject({ plan: trial, num: 1 })
  expect(selectPlan(plans, { plan: 'pro', num: 3 }, own)).toMatchObject({ num: 3, plan: plans[1] })
  expect(selectPlan([plans[1]!], {})).toBeUndefined()
})

test('the quantity ends at what is left and at the limit per user, but not below an open order', () => {
  const [trial] = samplePlans
  expect(mostToBuy(trial!, [])).toBe(10)
  expect(mostToBuy({ ...trial!, left: 4 }, [])).toBe(4)
  expect(mostToBuy({ ...trial!, left: 4, limitPerUser: 2 }, [])).toBe(2)
  const own = [{ combo: { id: 'trial', name: '体验版' }, num: 3 }]
  expect(mostToBuy({ ...trial!, left: 1, limitPerUser: 3 }, own)).toBe(3)
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
