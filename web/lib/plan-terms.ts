import type { Combo } from '#contract/shapes.ts'

/** All credit that one of the plan brings. */
export function totalCredit({
  credit,
  bonusCredit,
}: Pick<Combo, 'credit' | 'bonusCredit'>): number {
  return credit + bonusCredit
}

/** What 1,000 credit cost in this plan, in minor units. */
export function pricePerThousand(plan: Pick<Combo, 'amount' | 'credit' | 'bonusCredit'>): number {
  return Math.round((plan.amount * 1000) / totalCredit(plan))
}

/** How long the credit lasts: “90 天”. */
export function validityOf({ validDays }: Pick<Combo, 'validDays'>): string {
  return validDays === 0 ? '长期' : `${validDays} 天`
}

/** The plan that is shown first when nobody has chosen one. */
export function examplePlan(plans: readonly Combo[]): Combo | undefined {
  return plans.find((plan) => plan.recommended) ?? plans[0]
}
