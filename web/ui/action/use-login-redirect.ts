import { useLocation, useNavigate } from '../../lib/router/contexts.ts'
import { href } from '../../lib/href.ts'
import { findAddress } from '#contract/addresses.ts'

/**
 * The way to the login and back here, for a session that turns out to have ended: false where the
 * page can be without one.
 */
export function useLoginRedirect(): () => boolean {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  return () => {
    if (!findAddress(pathname).loginCheck) return false
    void navigate(href('/account/login', { redirect: pathname + search }), { replace: true })
    return true
  }
}
