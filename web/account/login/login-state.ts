import * as z from 'zod/mini'
import { useLocation } from '../../lib/router/contexts.ts'
import { useHydrated } from '../../lib/loading/use-hydrated.ts'

/** What other pages pass to the login page, in the history entry's state. */
const loginState = z.object({
  /** E-mail of the account that was just registered. */
  registered: z.optional(z.string()),
  /** The password was just reset. */
  hasNewPassword: z.optional(z.literal(true)),
  /** When the account will be closed; a login before that time keeps it. */
  closesAt: z.optional(z.iso.datetime()),
})
export type LoginState = z.output<typeof loginState>

export function useLoginState(): LoginState {
  const { state } = useLocation()
  const isHydrated = useHydrated()
  return (isHydrated ? loginState.safeParse(state).data : undefined) ?? {}
}
