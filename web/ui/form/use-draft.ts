import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from '../../lib/router/contexts.ts'
import { userKey, useSession } from '../../lib/session/session.ts'
import { storeDraft, restoreDraft } from './draft.ts'
import { useLoginRedirect } from '../action/use-login-redirect.ts'

/**
 * Keeps a form's values when the session ends before it is sent: `leave` stores them and redirects to the
 * login; the form restores them when the user comes back. On pages that do not require a login `leave`
 * does nothing and returns false.
 */
export function useDraft(form: RefObject<HTMLFormElement | null>): { leave: () => boolean } {
  const { pathname } = useLocation()
  const goToLogin = useLoginRedirect()
  const session = useSession()
  const owner = useRef('')

  useEffect(() => {
    if (!session) return
    owner.current = userKey(session)
    if (form.current) restoreDraft(form.current, { path: pathname, owner: owner.current })
  }, [session, pathname, form])

  function leave(): boolean {
    const isLeaving = goToLogin()
    if (isLeaving && form.current)
      storeDraft(form.current, { path: pathname, owner: owner.current })
    return isLeaving
  }
  return { leave }
}
