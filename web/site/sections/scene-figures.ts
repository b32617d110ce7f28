import type { DrawnScene } from '#contract/content/content.ts'
import type { Combo } from '#contract/shapes.ts'
import { totalCredit } from '../../lib/format/plan-terms.ts'

/** The example account of the product pictures. All their figures follow from these, the tasks and the plan. */

/** Credit left from an older purchase before the tasks. */
export const OLDER_CREDIT = 618
/** What the older purchase once brought. */
export const OLDER_PLAN = 5_000
/** Days until the older purchase expires. */
export const OLDER_DAYS = 27

/** Credit that is left after the tasks: the older purchase ends first and is spent first, then the plan's bonus. */
export function remainingCredit(
  plan: Combo,
  { tasks }: DrawnScene,
): { older: number; bonus: number; credit: number; plan: number; all: number } {
  const spent = tasks.reduce((sum, { cost }) => sum + cost, 0)
  const older = Math.max(0, OLDER_CREDIT - spent)
  const all = Math.max(0, OLDER_CREDIT + totalCredit(plan) - spent)
  const bonus = Math.min(plan.bonusCredit, Math.max(0, all - older - plan.credit))
  return { older, bonus, credit: all - older - bonus, plan: all - older, all }
}
