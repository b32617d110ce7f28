import type { ComponentType } from 'react'
import {
  type LoaderFunctionArgs,
  redirect,
  redirectDocument,
  type RouteObject,
  useLoaderData,
  useLocation,
} from 'react-router'
import { loadChunk } from './lib/chunk.ts'
import { href } from './lib/href.ts'
import { fetchPageData } from './lib/page-data.ts'
import { queryOf } from './lib/query.ts'
import { readSession } from './lib/session.ts'
import { type PageData, PageDataProvider } from './lib/site.ts'
import { useTakenOver } from './lib/use-taken-over.ts'
import {
  addressesOf,
  notFound,
  type PageModule,
  type PageProps,
  type RouteEntry,
  routes,
} from './routes.ts'
import { Chrome } from './shell/chrome.tsx'
import { ErrorScreen, PageError } from './shell/error-screen.tsx'
import { PageLoading } from './shell/loading-screen.tsx'

/** Pages that are loaded before the router starts: the one prerendered in this document. */
export type Preloaded = ReadonlyMap<RouteEntry, PageModule>

/** Public and account pages are documents of their own, each with its own policy and budget. */
export type Zone = 'public' | 'account'

export function zoneOf(pathname: string): Zone {
  return pathname.startsWith('/account/') ? 'account' : 'public'
}

/** Prerendered with all its content; of the others the HTML holds the frame and a loading state. */
export function isPrerendered({ loginCheck, isLegacy }: RouteEntry): boolean {
  return !loginCheck && !isLegacy
}

/** The route table as React Router wants it, for a document of this zone. */
export function routeObjects(zone: Zone, preloaded: Preloaded): RouteObject[] {
  const pages = [...routes, notFound].flatMap((entry: RouteEntry) =>
    addressesOf(entry).map((path) => pageRoute(entry, path, zone, preloaded.get(entry))),
  )
  return [{ Component: Chrome, errorElement: <ErrorScreen />, children: pages }]
}

/** The same for prerendering: pages that are not preloaded show their loading state. */
export function staticRouteObjects(preloaded: Preloaded): RouteObject[] {
  const pages = [...routes, notFound].map((entry: RouteEntry): RouteObject => {
    const page = preloaded.get(entry)
    return { path: entry.path, Component: page ? pageComponent(page.default) : PageLoading }
  })
  return [{ Component: Chrome, children: pages }]
}

function pageRoute(
  entry: RouteEntry,
  path: string,
  zone: Zone,
  preloaded: PageModule | undefined,
): RouteObject {
  if (path !== '*' && zoneOf(path) !== zone) return { path, loader: leaveDocument }
  const frame = { path, errorElement: <PageError /> }
  if (preloaded) return { ...frame, Component: pageComponent(preloaded.default) }
  const isOfPublic = zone === 'public' && isPrerendered(entry)
  const componentOf = isOfPublic ? publicComponent : pageComponent
  return {
    ...frame,
    hydrateFallbackElement: <PageLoading />,
    lazy: async () => ({ Component: componentOf((await loadChunk(entry.page)).default) }),
    ...(isOfPublic && { loader: loadPublicData }),
    ...(!isPrerendered(entry) && { loader: pageLoader(entry) }),
  }
}

/** A document carries the words of its own page alone: another public page brings its own. */
function loadPublicData({ request }: LoaderFunctionArgs): Promise<PageData> {
  const { pathname } = new URL(request.url)
  return loadChunk(() => fetchPageData(pathname, request.signal))
}

function publicComponent(Page: ComponentType<PageProps>): ComponentType {
  const Shown = pageComponent(Page)
  return function PageWithData() {
    return (
      <PageDataProvider value={useLoaderData<PageData>()}>
        <Shown />
      </PageDataProvider>
    )
  }
}

/** Checks the login before anything of the page is asked for, then loads what the page needs. */
export function pageLoader(entry: RouteEntry) {
  return async ({ request }: LoaderFunctionArgs): Promise<unknown> => {
    const { pathname, search } = new URL(request.url)
    if (entry.loginCheck && readSession() === null) {
      throw redirect(href('/account/login', { redirect: pathname + search }))
    }
    const { loader } = await loadChunk(entry.page)
    return (await loader?.({ query: queryOf(search), signal: request.signal })) ?? null
  }
}

function leaveDocument({ request }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url)
  return redirectDocument(pathname + search)
}

/** A page as a route's component: it is given the parsed query, once prerendered HTML is taken over. */
export function pageComponent(Page: ComponentType<PageProps>): ComponentType {
  return function PageWithQuery() {
    const { search } = useLocation()
    const isTakenOver = useTakenOver()
    return <Page query={queryOf(isTakenOver ? search : '')} />
  }
}
