import { api } from '#contract/api.ts'
import type { Combo } from '#contract/shapes.ts'
import { call } from '../../lib/call/call.ts'
import { usePrerenderedPlans } from '../../lib/site.ts'
import { type Load, useLoad } from '../feedback/use-load.ts'

interface PlansOnSale {
  /** Undefined until they come where the document, being one of another page, brought none. */
  plans: readonly Combo[] | undefined
  load: Load<readonly Combo[]>
}

/** The plans on sale: at first those of the document, then as the server has them now. */
export function usePlansOnSale(): PlansOnSale {
  const prerendered = usePrerenderedPlans()
  const load = useLoad('plans', (signal) => call(api.recharge.comboList, {}, { signal }))
  const atFirst = prerendered.length > 0 ? prerendered : undefined
  return { plans: load.data ?? atFirst, load }
}
