import { useLocation, useNavigate } from '../../lib/router/contexts.ts'
import { href } from '../../lib/href.ts'
import { findAddress } from '#contract/addresses.ts'

/**
 * A function that redirects to the login and afterwards back here, for a session that has ended. It returns
 * false, without a redirect, on pages that do not require a login.
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
