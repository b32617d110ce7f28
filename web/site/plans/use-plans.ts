import type { Combo } from '#contract/shapes.ts'
import { usePlansOnSale } from '../../ui/shop/use-plans-on-sale.ts'

/** The plans on sale, which every public document that shows them brings along. */
export function usePlans(): readonly Combo[] {
  return usePlansOnSale().plans ?? []
}
