import * as z from 'zod/mini'
import { useLocation } from '../../lib/router/contexts.ts'
import { useHydrated } from '../../lib/loading/use-hydrated.ts'

/** What other pages hand to the login page, in the history entry and not in the address. */
const loginState = z.object({
  /** The e-mail of an account opened just now. */
  registered: z.optional(z.string()),
  /** The password has been set anew just now. */
  hasNewPassword: z.optional(z.literal(true)),
  /** When the account will be closed, unless one logs in until then. */
  closesAt: z.optional(z.iso.datetime()),
})
export type LoginState = z.output<typeof loginState>

export function useLoginState(): LoginState {
  const { state } = useLocation()
  const isHydrated = useHydrated()
  return (isHydrated ? loginState.safeParse(state).data : undefined) ?? {}
}
