import { useEffect, useRef } from 'react'
import { useLocation } from '../lib/router/contexts.ts'
import { readSession } from '../lib/session/session.ts'
import { useSite } from '../lib/site.ts'
import { recordSource } from '../lib/session/source.ts'
import { whenActivated } from '../lib/loading/when-activated.ts'
import { documentTitle } from './document-title.ts'
import { useSiteAddress } from './use-site-address.ts'

/** On every route change: title, traffic source, and focus on the new page. */
export function useRouteChange(): void {
  const { pathname, search } = useLocation()
  const entry = useSiteAddress()
  const site = useSite()
  const isFirst = useRef(true)

  useEffect(() => whenActivated(() => recordSource(search)), [pathname, search])

  useEffect(() => {
    document.title = documentTitle(entry, site)
  }, [entry, site])

  useEffect(() => {
    if (!isFirst.current) document.getElementById('content')?.focus({ preventScroll: true })
    isFirst.current = false
  }, [pathname])

  useEffect(() => {
    // the back/forward cache restores a page as it was left
    function reloadIfLoggedOut({ persisted }: PageTransitionEvent) {
      if (persisted && entry.loginCheck && readSession() === null) location.reload()
    }
    addEventListener('pageshow', reloadIfLoggedOut)
    return () => removeEventListener('pageshow', reloadIfLoggedOut)
  }, [entry])
}
