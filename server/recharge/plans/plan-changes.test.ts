import { expect, test } from 'vitest'
import type { PlanOffer } from '#contract/content/content.ts'
import { describeChanges } from './plan-change-texts.ts'
import { isInOrder, planChanges, planMark, toPlanOffer, unlistedPlans } from './plan-changes.ts'
import type { PlanRow } from './plans.store.ts'

function planOf(id: string, details: Partial<PlanOffer> = {}): PlanOffer {
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

function rowOf(plan: PlanOffer, isOnSale = true): PlanRow {
  const { originalAmount = null, badge = null, stock = null, limitPerUser = null, ...rest } = plan
  const dateOf = (time?: string) => (time === undefined ? null : new Date(time))
  return {
    ...{ ...rest, originalAmount, badge, stock, limitPerUser, held: null, sold: null },
    ...{ saleFrom: dateOf(plan.saleFrom), saleUntil: dateOf(plan.saleUntil) },
    ...{ version: 3, isOnSale, updatedAt: new Date(0) },
  }
}

test('a file equal to the stored plans changes nothing, and a stored plan as its file is the same plan', () => {
  const plans = [planOf('small'), planOf('large', { originalAmount: 2990, badge: '推荐' })]
  const sold = plans.map((plan) => rowOf(plan))
  expect(planChanges(sold, plans)).toEqual([])
  expect(unlistedPlans(sold, plans)).toEqual([])
  expect(isInOrder(sold, plans)).toBe(true)

  const offer = planOf('a', { badge: '推荐', originalAmount: 2990, stock: 0, limitPerUser: 1 })
  expect(toPlanOffer(rowOf(offer))).toEqual(offer)
})

test('plans on sale that the file does not name are reported, behind the file’s order', () => {
  const sold = [rowOf(planOf('a')), rowOf(planOf('b')), rowOf(planOf('c'), false)]
  expect(unlistedPlans(sold, [planOf('a')]).map(({ id }) => id)).toEqual(['b'])
  expect(isInOrder(sold, [planOf('a')])).toBe(true)
  expect(isInOrder(sold, [planOf('b'), planOf('a')])).toBe(false)
})

test('period, stock and limit are compared, times as moments; none of them is a new version', () => {
  const offer = planOf('a', {
    saleFrom: '2026-12-01T00:00:00+08:00',
    saleUntil: '2026-12-31T16:00:00Z',
    stock: 50,
    limitPerUser: 2,
  })
  const same = { ...offer, saleFrom: '2026-11-30T16:00:00.000Z' }
  expect(planChanges([rowOf(offer)], [same])).toEqual([])
  expect(planMark(rowOf(same))).toBe(planMark(rowOf(offer)))
  const open = planOf('a')
  const [change] = planChanges([rowOf(offer)], [open])
  expect(change).toMatchObject({ version: 3 })
  expect(change!.fields.map(({ field }) => field)).toEqual([
    'saleFrom',
    'saleUntil',
    'stock',
    'limitPerUser',
  ])
  expect(describeChanges([change!], { currency: 'cny', timeZone: 'Asia/Shanghai' })).toBe(
    [
      '  修改  a  a',
      '    开售：2026-12-01 00:00:00 → 不限',
      '    停售：2027-01-01 00:00:00 → 不限',
      '    库存：50 → 不限',
      '    每人限购：2 → 不限',
    ].join('\n'),
  )
  expect(planMark(rowOf(open))).not.toBe(planMark(rowOf(offer)))
})
