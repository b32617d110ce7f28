import { type RefObject, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { href } from '../lib/href.ts'
import { useSession } from '../lib/session.ts'
import { entryOf } from '../routes.ts'
import { keepDraft, restoreDraft } from './draft.ts'

/**
 * What was typed outlives a session that ends in the middle of it: `leave` keeps it and leads to the
 * login, and the form has it again when the visitor is back. Where the page can be without a
 * session, `leave` does nothing and says so by false.
 */
export function useDraft(form: RefObject<HTMLFormElement | null>): { leave: () => boolean } {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const session = useSession()
  const owner = useRef('')

  useEffect(() => {
    if (!session) return
    owner.current = session.email
    if (form.current) restoreDraft(form.current, { path: pathname, owner: session.email })
  }, [session, pathname, form])

  function leave(): boolean {
    if (!form.current || !entryOf(pathname).loginCheck) return false
    keepDraft(form.current, { path: pathname, owner: owner.current })
    void navigate(href('/account/login', { redirect: pathname + search }), { replace: true })
    return true
  }
  return { leave }
}
