import { useLocation } from 'react-router'
import * as z from 'zod/mini'

/** What the register page hands to the login page, in the history entry and not in the address. */
const registeredState = z.object({ registered: z.string() })
export type RegisteredState = z.output<typeof registeredState>

/** The e-mail of an account opened just now. */
export function useRegistered(): string | undefined {
  return registeredState.safeParse(useLocation().state).data?.registered
}
