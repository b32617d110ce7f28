import type { Combo } from '#contract/shapes.ts'
import { findDefaultPlan, totalCredit } from '../plans/plan-terms.ts'

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
 * quantity of a plan that is gone is dropped. Undefined where no plan is on sale.
 */
export function selectPlan(
  plans: readonly Combo[],
  requested: RequestedPlan,
): PlanSelection | undefined {
  const plan = plans.find(({ id }) => id === requested.plan) ?? findDefaultPlan(plans)
  return (
    plan && {
      plan,
      num: isPlanGone(plans, requested) ? plan.minNum : within(plan, Number(requested.num)),
    }
  )
}

/** Whether the requested plan is not on sale (any more). */
export function isPlanGone(plans: readonly Combo[], { plan }: RequestedPlan): boolean {
  return plan !== undefined && !plans.some(({ id }) => id === plan)
}

/** Price and credit; money in minor units. */
export function orderTotals({ plan, num }: PlanSelection) {
  const amount = plan.amount * num
  const listAmount = (plan.originalAmount ?? plan.amount) * num
  return {
    amount,
    listAmount,
    saved: Math.max(0, listAmount - amount),
    credit: totalCredit(plan) * num,
    currency: plan.currency,
  }
}

function within({ minNum, maxNum }: Combo, num: number): number {
  return Number.isInteger(num) ? Math.min(maxNum, Math.max(minNum, num)) : minNum
}
