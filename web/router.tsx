import type { ComponentType } from 'react'
import { ADDRESSES, NOT_FOUND, pathsOf, type SiteAddress } from '#contract/addresses.ts'
import { loadChunk } from './lib/loading/chunk.ts'
import { loadPageSheet } from './lib/page/page-sheet.ts'
import { href } from './lib/href.ts'
import { fetchPageData } from './lib/page/page-data.ts'
import type { PageModule, PageProps } from './lib/page/page-module.ts'
import { queryOf } from './lib/query.ts'
import { useLoaderData, useLocation } from './lib/router/contexts.ts'
import { type Layout, type LoaderArgs, Redirect, type Route } from './lib/router/route.ts'
import { readSession } from './lib/session/session.ts'
import { type PageData, PageDataProvider } from './lib/site.ts'
import { useHydrated } from './lib/loading/use-hydrated.ts'
import { routes } from './routes.ts'
import { Chrome } from './shell/chrome.tsx'
import { ErrorScreen, PageError } from './shell/error/error-screen.tsx'
import { PageLoading } from './shell/loading-screen.tsx'

/** Pages loaded before the router starts: the prerendered one of this document. */
export type Preloaded = ReadonlyMap<SiteAddress, PageModule>

/** Public and account pages are separate documents, each with its own security policy and budget. */
export type DocumentZone = 'public' | 'account'

export function zoneOf(pathname: string): DocumentZone {
  return pathname.startsWith('/account/') ? 'account' : 'public'
}

/** Whether the HTML holds the page; otherwise it holds the frame and a loading state. */
export function isPrerendered({ loginCheck, isLegacy, isDrawnAhead }: SiteAddress): boolean {
  return isDrawnAhead ?? (!loginCheck && !isLegacy)
}

/** Whether this visitor must log in first (original specification, section 4). */
export function needsLogin({ loginCheck }: SiteAddress): boolean {
  return loginCheck && readSession() === null
}

/** The layout of every page. */
const layout: Layout = { Component: Chrome, errorElement: <ErrorScreen /> }

/** The router's table for a document of this zone. */
export function routeObjects(zone: DocumentZone, preloaded: Preloaded): Route[] {
  return [...ADDRESSES, NOT_FOUND].flatMap((address: SiteAddress) =>
    pathsOf(address).map((path) => pageRoute(address, path, zone, preloaded.get(address))),
  )
}

/** The same for prerendering: pages that are not preloaded show their loading state. */
export function staticRouteObjects(preloaded: Preloaded): Route[] {
  return [...ADDRESSES, NOT_FOUND].map((address: SiteAddress): Route => {
    const page = preloaded.get(address)
    return {
      path: address.path,
      layout,
      Component: page ? pageComponent(page.default) : PageLoading,
    }
  })
}

function pageRoute(
  address: SiteAddress,
  path: string,
  zone: DocumentZone,
  preloaded: PageModule | undefined,
): Route {
  if (path !== '*' && zoneOf(path) !== zone) return { path, isDocument: true }
  // unknown paths are answered by the server
  const frame = {
    path,
    layout,
    errorElement: <PageError />,
    isDocument: address === NOT_FOUND,
    ...(address.loginCheck && { loader: loginGuard(address) }),
  }
  if (preloaded) return { ...frame, Component: pageComponent(preloaded.default) }
  const isOfPublic = zone === 'public'
  const componentOf = isOfPublic ? publicComponent : pageComponent
  return {
    ...frame,
    hydrateFallbackElement: <PageLoading />,
    lazy: async () => {
      const [page] = await loadChunk(() =>
        Promise.all([routes[address.path](), loadPageSheet(address.path)]),
      )
      return componentOf(page.default)
    },
    ...(isOfPublic && { loader: loadPublicData }),
  }
}

/** A document carries the texts of its own page only: those of another public page are fetched. */
function loadPublicData({ pathname, signal }: LoaderArgs): Promise<PageData> {
  return loadChunk(() => fetchPageData(pathname, signal))
}

function publicComponent(Page: ComponentType<PageProps>): ComponentType {
  const Shown = pageComponent(Page)
  return function PageWithData() {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of loadPublicData, in the same row
    const data = useLoaderData() as PageData
    return (
      <PageDataProvider value={data}>
        <Shown />
      </PageDataProvider>
    )
  }
}

/** Redirects a visitor to the login before the page is shown. */
function loginGuard(address: SiteAddress) {
  return async ({ pathname, search }: LoaderArgs): Promise<Redirect | null> =>
    needsLogin(address)
      ? new Redirect(href('/account/login', { redirect: pathname + search }))
      : null
}

/** A page as a route's component: after hydration it gets the parsed query. */
export function pageComponent(Page: ComponentType<PageProps>): ComponentType {
  return function PageWithQuery() {
    const { search } = useLocation()
    const isHydrated = useHydrated()
    return <Page query={queryOf(isHydrated ? search : '')} />
  }
}
