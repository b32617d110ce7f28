import type { Combo } from '#contract/shapes.ts'

const trial: Combo = {
  id: 'trial',
  name: '体验版',
  summary: '先试一试',
  features: [],
  amount: 1990,
  currency: 'cny',
  credit: 2000,
  bonusCredit: 0,
  validDays: 90,
  minNum: 1,
  maxNum: 10,
  recommended: false,
}

/** Plans on sale, the second recommended. */
export const samplePlans: Combo[] = [
  trial,
  {
    ...trial,
    id: 'pro',
    name: '专业版',
    amount: 9990,
    originalAmount: 11_990,
    credit: 10_000,
    bonusCredit: 2000,
    validDays: 365,
    maxNum: 20,
    badge: '推荐',
    recommended: true,
  },
  { ...trial, id: 'pack', name: '永久包', amount: 29_900, validDays: 0, minNum: 2, maxNum: 5 },
]
