import { api } from '#contract/api.ts'
import type { Combo } from '#contract/shapes.ts'
import { call } from '../lib/call.ts'
import { usePrerenderedPlans } from '../lib/site.ts'
import { useLoad } from '../ui/use-load.ts'

/** The plans on sale: at first those of the document, then as the server has them now. */
export function usePlans(): readonly Combo[] {
  const prerendered = usePrerenderedPlans()
  const { data } = useLoad('plans', (signal) =>
    call(api.recharge.comboList, {}, { signal, isSilent: true }),
  )
  return data ?? prerendered
}

/** All credit that one of the plan brings. */
export function totalCredit({
  credit,
  bonusCredit,
}: Pick<Combo, 'credit' | 'bonusCredit'>): number {
  return credit + bonusCredit
}

/** What 1,000 credit cost in this plan, in minor units. */
export function pricePerThousand(plan: Combo): number {
  return Math.round((plan.amount * 1000) / totalCredit(plan))
}

/** The plan that the pages hold up as the example. */
export function examplePlan(plans: readonly Combo[]): Combo | undefined {
  return plans.find((plan) => plan.recommended) ?? plans[0]
}

/** How long the credit lasts: “90 天”. */
export function validityOf({ validDays }: Pick<Combo, 'validDays'>): string {
  return validDays === 0 ? '长期' : `${validDays} 天`
}
