import { api } from '#contract/api.ts'
import type { Combo } from '#contract/shapes.ts'
import { call } from '../../lib/call/call.ts'
import { usePrerenderedPlans } from '../../lib/site.ts'
import { type Load, useLoad } from '../../ui/feedback/use-load.ts'

interface PlansOnSale {
  /** Undefined while they load, unless the document contains them. */
  plans: readonly Combo[] | undefined
  load: Load<readonly Combo[]>
}

/** The plans on sale: first those of the document, then the server's current ones. */
export function usePlansOnSale(): PlansOnSale {
  const prerendered = usePrerenderedPlans()
  const load = useLoad('plans', (signal) => call(api.recharge.comboList, {}, { signal }))
  const atFirst = prerendered.length > 0 ? prerendered : undefined
  return { plans: load.data ?? atFirst, load }
}
