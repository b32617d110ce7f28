import type { Combo } from '#contract/shapes.ts'
import { examplePlan, totalCredit } from '../lib/plan-terms.ts'

/** What is about to be bought. */
export interface PlanSelection {
  plan: Combo
  num: number
}

/** What was asked for, by an address or by hand: neither has to exist. */
export interface RequestedPlan {
  plan?: string | undefined
  num?: string | number | undefined
}

/**
 * The plan on sale that fits the requested, and its number brought within the plan's limits. The number
 * that was meant for a plan that is gone does not count for another one.
 */
export function selectPlan(
  plans: readonly Combo[],
  requested: RequestedPlan,
): PlanSelection | undefined {
  const plan = plans.find(({ id }) => id === requested.plan) ?? examplePlan(plans)
  return (
    plan && {
      plan,
      num: isPlanGone(plans, requested) ? plan.minNum : within(plan, Number(requested.num)),
    }
  )
}

/** Somebody asked for a plan that is not on sale (any more). */
export function isPlanGone(plans: readonly Combo[], { plan }: RequestedPlan): boolean {
  return plan !== undefined && !plans.some(({ id }) => id === plan)
}

/** What it costs and brings; money in minor units. */
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
