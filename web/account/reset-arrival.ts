import { useLocation } from 'react-router'
import * as z from 'zod/mini'

/** What the page's halves hand to each other, in the history entry and not in the address. */
const resetArrival = z.object({
  /** The link with which one came opens nothing any more. */
  hasDeadLink: z.optional(z.literal(true)),
  /** The account has this e-mail again; now its password is to be changed. */
  restoredEmail: z.optional(z.string()),
})
export type ResetArrival = z.output<typeof resetArrival>

export function useResetArrival(): ResetArrival {
  return resetArrival.safeParse(useLocation().state).data ?? {}
}
