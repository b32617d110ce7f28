import type { Combo } from '#contract/shapes.ts'
import { formatTime } from '../../lib/format/time.ts'

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
  const left = plans.filter(({ isSoldOut }) => isSoldOut !== true)
  return left.find((plan) => plan.recommended) ?? left[0] ?? plans[0]
}

/** The most of it in one order of a user who has an open order of `own` pieces, which is found again. */
export function mostOf({ maxNum, left = maxNum, limitPerUser = maxNum }: Combo, own = 0): number {
  return Math.min(maxNum, Math.max(own, Math.min(left, limitPerUser)))
}

/** What limits the offer, in a few words: “仅剩 3 份”. */
export function offerLimits(
  { isSoldOut, left, limitPerUser, saleUntil }: Combo,
  timeZone: string,
): string[] {
  return [
    ...(left !== undefined && isSoldOut !== true ? [`仅剩 ${left} 份`] : []),
    ...(limitPerUser === undefined ? [] : [`每人限购 ${limitPerUser} 份`]),
    ...(saleUntil === undefined ? [] : [`${formatTime(saleUntil, 'minute', timeZone)} 截止`]),
  ]
}
