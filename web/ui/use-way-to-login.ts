import { useLocation, useNavigate } from '../lib/router/contexts.ts'
import { href } from '../lib/href.ts'
import { entryOf } from '../routes.ts'

/**
 * The way to the login and back here, for a session that turns out to have ended: false where the
 * page can be without one.
 */
export function useWayToLogin(): () => boolean {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  return () => {
    if (!entryOf(pathname).loginCheck) return false
    void navigate(href('/account/login', { redirect: pathname + search }), { replace: true })
    return true
  }
}
