import type { Combo } from '#contract/shapes.ts'

/** Credit and bonus of one plan. */
export function totalCredit({
  credit,
  bonusCredit,
}: Pick<Combo, 'credit' | 'bonusCredit'>): number {
  return credit + bonusCredit
}

/** Price of 1,000 credit in this plan, in minor units. */
export function pricePerThousand(plan: Pick<Combo, 'amount' | 'credit' | 'bonusCredit'>): number {
  return Math.round((plan.amount * 1000) / totalCredit(plan))
}

/** Validity of the credit: “90 天”. */
export function validityOf({ validDays }: Pick<Combo, 'validDays'>): string {
  return validDays === 0 ? '长期' : `${validDays} 天`
}

/** The plan selected by default: the recommended one, else the first, of those that are not sold out. */
export function findDefaultPlan(plans: readonly Combo[]): Combo | undefined {
  const left = plans.filter(({ isSoldOut }) => !isSoldOut)
  return left.find((plan) => plan.recommended) ?? left[0] ?? plans[0]
}
