import * as z from 'zod/mini'
import { useLocation } from '../../lib/router/contexts.ts'
import { useHydrated } from '../../lib/loading/use-hydrated.ts'

/** What links and other panels pass to the page, in the history entry's state. */
const resetState = z.object({
  /** The token of a mailed link; `before-paint.ts` moves it here from the address. */
  link: z.optional(
    z.object({
      /** `token` resets the password, `undo` undoes an e-mail change, `not-me` says that it was somebody else. */
      kind: z.enum(['token', 'undo', 'not-me']),
      token: z.string(),
    }),
  ),
  /** The reset link was used or has expired. */
  hasExpiredLink: z.optional(z.literal(true)),
  /** The e-mail change cannot be undone: the link has expired, or another account has taken the address. */
  undoFailure: z.optional(z.enum(['expired', 'taken'])),
  /** The restored e-mail; the next step is a password reset. */
  restoredEmail: z.optional(z.string()),
})
export type ResetState = z.output<typeof resetState>

/** Undefined during hydration: prerendered HTML has no history state. */
export function useResetState(): ResetState | undefined {
  const { state } = useLocation()
  const isHydrated = useHydrated()
  return isHydrated ? (resetState.safeParse(state).data ?? {}) : undefined
}
