import type { Combo } from '#contract/shapes.ts'

type Terms = Pick<Combo, 'amount' | 'credit' | 'bonusCredit'>

/** Credit and bonus of one plan. */
export function totalCredit({ credit, bonusCredit }: Omit<Terms, 'amount'>): number {
  return credit + bonusCredit
}

/** So much credit a unit price is told for that its cents show a difference. */
export interface CreditStep {
  credit: number
  /** `每千` or `每 10 万`, before the word for credit. */
  each: string
}

export function creditStep(plan: Omit<Terms, 'amount'>): CreditStep {
  return totalCredit(plan) >= 100_000
    ? { credit: 100_000, each: '每 10 万' }
    : { credit: 1_000, each: '每千' }
}

/** Price of an amount of credit in this plan, in minor units. */
export function costOfCredit(credit: number, plan: Terms): number {
  return Math.round((plan.amount * credit) / totalCredit(plan))
}

/** Validity of the credit: “90 天”. */
export function validityOf({ validDays }: Pick<Combo, 'validDays'>): string {
  return validDays === 0 ? '长期' : `${validDays} 天`
}

/** The most of the plan that can be ordered at once. */
export function mostToBuy({ maxNum, left = maxNum, limitPerUser = maxNum }: Combo): number {
  return Math.min(maxNum, left, limitPerUser)
}

/** The plan selected by default: the recommended one, else the first, of those that are not sold out. */
export function findDefaultPlan(plans: readonly Combo[]): Combo | undefined {
  const left = plans.filter(({ isSoldOut }) => !isSoldOut)
  return left.find((plan) => plan.recommended) ?? left[0] ?? plans[0]
}
