import { type ReactNode, Suspense, useEffect, useState, useRef } from 'react'
import { Outlet } from '../lib/router/router-provider.tsx'
import { ScrollRestoration } from '../lib/router/scroll-restoration.tsx'
import { useLocation, useNavigation } from '../lib/router/contexts.ts'
import { useSite } from '../lib/site.ts'
import { Toasts } from '../ui/overlay/toasts.tsx'
import { AccountNav } from './account-nav.tsx'
import { Header } from './header/header.tsx'
import { UNNOTICED_MS } from './slow-navigation.ts'
import { Footer, LegacyHeader, SideHelp } from './late-parts.ts'
import { LoadingScreen } from './loading-screen.tsx'
import { useSiteAddress } from './use-site-address.ts'
import { readSession } from '../lib/session/session.ts'
import { recordSource } from '../lib/session/source.ts'
import { whenActivated } from '../lib/loading/when-activated.ts'
import { documentTitle } from './document-title.ts'

/** The frame around every page, by the layout of its address. */
export function Chrome() {
  const { layout, isLegacy } = useSiteAddress()
  const isLoadingPage = useIsLoadingPage()
  useRouteChange()

  const page = (
    <>
      <Outlet />
      {isLoadingPage && <LoadingScreen />}
    </>
  )
  return (
    <>
      <a className="skip" href="#content">
        跳到正文
      </a>
      <TestRibbon />
      {layout === 'none' ? (
        page
      ) : (
        <>
          {/* each part is hydrated by itself, with input handled in between */}
          <Suspense>{isLegacy ? <LegacyHeader /> : <Header />}</Suspense>
          <main id="content" tabIndex={-1}>
            {layout === 'pageTitle' ? <AccountFrame>{page}</AccountFrame> : page}
          </main>
          <Suspense>
            <SideHelp />
          </Suspense>
          <Suspense>
            <Footer />
          </Suspense>
        </>
      )}
      {layout === 'none' && (
        <Suspense>
          <SideHelp />
        </Suspense>
      )}
      <Toasts />
      <ScrollRestoration />
    </>
  )
}

function AccountFrame({ children }: { children: ReactNode }) {
  return (
    <div className="wrap account">
      <AccountNav />
      <div className="account-body">{children}</div>
    </div>
  )
}

function TestRibbon() {
  const { testMode } = useSite()
  return testMode ? <p className="ribbon">测试模式：不会真的扣款</p> : null
}

/** True once another page has been loading for longer than `UNNOTICED_MS`; a changed query does not count. */
function useIsLoadingPage(): boolean {
  const { pathname } = useLocation()
  const { location: next } = useNavigation()
  const isLoading = next !== undefined && next.pathname !== pathname
  const [isLong, setIsLong] = useState(false)
  useEffect(() => {
    if (!isLoading) return undefined
    const timer = setTimeout(() => setIsLong(true), UNNOTICED_MS)
    return () => {
      clearTimeout(timer)
      setIsLong(false)
    }
  }, [isLoading])
  return isLoading && isLong
}

/** On every route change: title, traffic source, and focus on the new page. */
function useRouteChange(): void {
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
