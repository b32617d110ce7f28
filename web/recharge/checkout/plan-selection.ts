import type { Combo, Order } from '#contract/shapes.ts'
import { findDefaultPlan, totalCredit } from '../../lib/format/plan-terms.ts'

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

/** The visitor's open orders: each can be paid although its plan is sold out by now. */
export type OwnOrders = readonly Pick<Order, 'combo' | 'num'>[]

/**
 * The requested plan, else the recommended one, with the quantity within the limits of the plan. The
 * quantity of a plan that is gone is dropped. Undefined where no plan can be bought.
 */
export function selectPlan(
  plans: readonly Combo[],
  requested: RequestedPlan,
  own: OwnOrders = [],
): PlanSelection | undefined {
  const isGone = isPlanGone(plans, requested, own)
  const wanted = isGone ? undefined : plans.find(({ id }) => id === requested.plan)
  const plan = wanted ?? findDefaultPlan(plans)
  if (plan === undefined || !canBuy(plan, own)) return undefined
  return { plan, num: isGone ? plan.minNum : within(plan, Number(requested.num), own) }
}

/** Whether the requested plan is not on sale or sold out (by now). */
export function isPlanGone(
  plans: readonly Combo[],
  { plan }: RequestedPlan,
  own: OwnOrders = [],
): boolean {
  return plan !== undefined && !plans.some((each) => each.id === plan && canBuy(each, own))
}

/** Whether the plan has pieces left, or the visitor an open order of it. */
export function canBuy({ id, isSoldOut }: Combo, own: OwnOrders): boolean {
  return !isSoldOut || own.some(({ combo }) => combo.id === id)
}

/** The most of the plan that can be ordered at once; not less than in an open order. */
export function mostToBuy(plan: Combo, own: OwnOrders): number {
  const { id, maxNum, left = maxNum, limitPerUser = maxNum } = plan
  const ordered = own.map(({ combo, num }) => (combo.id === id ? num : 0))
  return Math.min(maxNum, Math.max(Math.min(left, limitPerUser), ...ordered))
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

function within(plan: Combo, num: number, own: OwnOrders): number {
  const { minNum } = plan
  return Number.isInteger(num) ? Math.max(minNum, Math.min(mostToBuy(plan, own), num)) : minNum
}
