import type { DrawnScene } from '#contract/content/content.ts'
import type { Combo } from '#contract/shapes.ts'
import { totalCredit } from '../../lib/format/plan-terms.ts'

/** The example account of the product pictures. All their figures follow from these, the tasks and the plan. */

/** Credit left from an older purchase. */
export const OLDER_CREDIT = 618
/** Days until the older purchase expires. */
export const OLDER_DAYS = 27

/** Credit of the plan that is left after the tasks; the bonus is spent first. */
export function remainingCredit(
  plan: Combo,
  { tasks }: DrawnScene,
): { bonus: number; credit: number; plan: number; all: number } {
  const spent = tasks.reduce((sum, { cost }) => sum + cost, 0)
  const bonus = Math.max(0, plan.bonusCredit - spent)
  const left = Math.max(0, totalCredit(plan) - spent)
  return { bonus, credit: left - bonus, plan: left, all: left + OLDER_CREDIT }
}
