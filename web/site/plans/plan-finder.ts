import type { Service } from '#contract/content/content.ts'
import type { Combo } from '#contract/shapes.ts'
import { formatCredit } from '../../lib/format/money.ts'
import { mostToBuy, totalCredit } from '../../lib/format/plan-terms.ts'

/** What the sliders offer. */
export const AMOUNTS = [
  0, 10, 20, 50, 100, 200, 300, 500, 1_000, 2_000, 3_000, 5_000, 10_000, 20_000, 50_000,
] as const
/** Places in `AMOUNTS` that are shown first: 500 of the first service, 1,000 of the second. */
export const FIRST_PLACES: readonly number[] = [7, 8, 0]

/** Credit for so many typical uses of each service, in their order. */
export function creditFor(counts: readonly number[], services: readonly Service[]): number {
  return services.reduce((sum, { credit }, at) => sum + credit * (counts[at] ?? 0), 0)
}

export interface Find {
  plan: Combo
  num: number
  /** False: the most of any plan is less than what is needed. */
  isEnough: boolean
}

/** The cheapest order of one plan that has so much credit, else the largest one; undefined: nothing is on sale. */
export function findPlan(need: number, plans: readonly Combo[]): Find | undefined {
  const orders = plans
    .filter(({ isSoldOut }) => !isSoldOut)
    .map((plan) => {
      const most = mostToBuy(plan)
      const wanted = Math.max(plan.minNum, Math.ceil(need / totalCredit(plan)))
      return { plan, num: Math.min(wanted, most), isEnough: wanted <= most }
    })
  const enough = orders.filter(({ isEnough }) => isEnough)
  if (enough.length > 0) return least(enough, ({ plan, num }) => plan.amount * num)
  return least(orders, ({ plan, num }) => -totalCredit(plan) * num)
}

function least<Item>(items: readonly Item[], rank: (item: Item) => number): Item | undefined {
  return items.toSorted((one, other) => rank(one) - rank(other))[0]
}

/** How much of each service an amount of credit is enough for: “约 1,000 张图片或 2,500 次对话”. */
export function enoughFor(credit: number, services: readonly Service[]): string {
  const uses = services.map(
    (service) =>
      `${formatCredit(Math.floor(credit / service.credit))} ${service.unit}${service.noun}`,
  )
  return `约 ${uses.join('或 ')}`
}
