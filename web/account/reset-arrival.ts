import { useLocation } from 'react-router'
import * as z from 'zod/mini'

/** What the page's halves hand to each other, in the history entry and not in the address. */
const resetArrival = z.object({
  /** The link with which one came opens nothing any more. */
  hasDeadLink: z.optional(z.literal(true)),
})
export type ResetArrival = z.output<typeof resetArrival>

export function useResetArrival(): ResetArrival {
  return resetArrival.safeParse(useLocation().state).data ?? {}
}
