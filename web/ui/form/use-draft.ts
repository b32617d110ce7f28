import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from '../../lib/router/contexts.ts'
import { userKey, useSession } from '../../lib/session/session.ts'
import { storeDraft, restoreDraft } from './draft.ts'
import { useLoginRedirect } from '../action/use-login-redirect.ts'

/**
 * What was typed outlives a session that ends in the middle of it: `leave` keeps it and leads to the
 * login, and the form has it again when the visitor is back. Where the page can be without a
 * session, `leave` does nothing and says so by false.
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
