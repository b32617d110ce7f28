import { useEffect } from 'react'
import { useLocation, useNavigate } from '#web/lib/router/contexts.ts'

/**
 * The token of the link, '' without one. `before-paint.ts` has moved it into the history entry; that of a link
 * opened later, in the same document, is moved here.
 */
export function useInvitationToken(): string {
  const { pathname, hash, state } = useLocation()
  const navigate = useNavigate()
  const linked = hash.slice(1)

  useEffect(() => {
    if (linked !== '') void navigate(pathname, { replace: true, state: { token: linked } })
  }, [linked, pathname, navigate])

  if (linked !== '') return linked
  const isKept = typeof state === 'object' && state !== null && 'token' in state
  return isKept && typeof state.token === 'string' ? state.token : ''
}
