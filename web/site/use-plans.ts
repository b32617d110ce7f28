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
