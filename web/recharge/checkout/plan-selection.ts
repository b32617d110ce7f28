import type { Combo } from '#contract/shapes.ts'
import { findDefaultPlan, mostToBuy } from '../../lib/format/plan-terms.ts'

/** A plan on sale and how many of it. */
export interface PlanSelection {
  plan: Combo
  num: number
}

/** What the address or the visitor asks for; the plan may not exist. */
export interface RequestedPlan {
  plan?: string | undefined
  num?: string | number | undefined
}

/**
 * The requested plan, else the recommended one, with the quantity within the limits of the plan. The
 * quantity of a plan that is gone is dropped. Undefined where no plan can be bought.
 */
export function selectPlan(
  plans: readonly Combo[],
  requested: RequestedPlan,
): PlanSelection | undefined {
  const isGone = isPlanGone(plans, requested)
  const wanted = isGone ? undefined : plans.find(({ id }) => id === requested.plan)
  const plan = wanted ?? findDefaultPlan(plans)
  if (plan === undefined || plan.isSoldOut) return undefined
  return { plan, num: isGone ? plan.minNum : within(plan, Number(requested.num)) }
}

/** Whether the requested plan is not on sale or sold out (by now). */
export function isPlanGone(plans: readonly Combo[], { plan }: RequestedPlan): boolean {
  return plan !== undefined && !plans.some(({ id, isSoldOut }) => id === plan && !isSoldOut)
}

function within(plan: Combo, num: number): number {
  const { minNum } = plan
  return Number.isInteger(num) ? Math.max(minNum, Math.min(mostToBuy(plan), num)) : minNum
}
