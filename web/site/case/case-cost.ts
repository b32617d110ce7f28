import type { WorkedCase } from '#contract/content/page-content.ts'
import type { Combo } from '#contract/shapes.ts'
import { totalCredit } from '../../lib/format/plan-terms.ts'

type Use = WorkedCase['uses'][number]

/** Credit for one use at the public rate. */
export function creditOfUse({ quantity, rate }: Pick<Use, 'quantity' | 'rate'>): number {
  return quantity * rate
}

/** Credit of a whole example. */
export function creditOfCase({ uses }: Pick<WorkedCase, 'uses'>): number {
  return uses.reduce((sum, use) => sum + creditOfUse(use), 0)
}

/** The price of an amount of credit from this plan, in minor units. */
export function costOfCredit(credit: number, plan: Combo): number {
  return Math.round((plan.amount * credit) / totalCredit(plan))
}
