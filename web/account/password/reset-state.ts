import * as z from 'zod/mini'
import { useLocation } from '../../lib/router/contexts.ts'
import { useHydrated } from '../../lib/loading/use-hydrated.ts'

/** With what one comes to the page: it stands in the history entry and not in the address. */
const resetState = z.object({
  /** What a mailed link bore, as `head.ts` has put it there. */
  link: z.optional(
    z.object({
      /** `token` sets a new password, `undo` takes a change of the e-mail back. */
      kind: z.enum(['token', 'undo']),
      token: z.string(),
    }),
  ),
  /** The link with which one came opens nothing any more. */
  hasExpiredLink: z.optional(z.literal(true)),
  /** A change of the e-mail can no longer be taken back: the link is dead, or the address is another account's now. */
  undoFailure: z.optional(z.enum(['expired', 'taken'])),
  /** The account has this e-mail again; now its password is to be changed. */
  restoredEmail: z.optional(z.string()),
})
export type ResetState = z.output<typeof resetState>

/** Undefined while prerendered HTML is taken over, which knows nothing of it. */
export function useResetState(): ResetState | undefined {
  const { state } = useLocation()
  const isHydrated = useHydrated()
  return isHydrated ? (resetState.safeParse(state).data ?? {}) : undefined
}
