import type { Combo } from '#contract/shapes.ts'
import { usePlansOnSale } from '../../recharge/plans/use-plans-on-sale.ts'

/** The plans on sale. Documents of public pages that show them contain them, so none are loading. */
export function usePlans(): readonly Combo[] {
  return usePlansOnSale().plans ?? []
}
