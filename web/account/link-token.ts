import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import * as z from 'zod/mini'

const linkToken = z.object({
  /** `token` sets a new password, `undo` takes a change of the e-mail back. */
  kind: z.enum(['token', 'undo']),
  token: z.string(),
})
export type LinkToken = z.output<typeof linkToken>

const entryState = z.object({ linkToken })

/**
 * What the mailed link bore; `head.ts` has moved it from the address into the history entry. Null
 * without one, undefined while prerendered HTML is taken over, which knows of no link.
 */
export function useLinkToken(): LinkToken | null | undefined {
  // Another entry of the history has another state.
  useLocation()
  const isTakenOver = useSyncExternalStore(neverChanges, always, never)
  if (!isTakenOver) return undefined
  return entryState.safeParse(history.state).data?.linkToken ?? null
}

const neverChanges = () => () => undefined
const always = () => true
const never = () => false
