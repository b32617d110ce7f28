import { prerender } from 'react-dom/static'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import type { Site } from '#contract/content.ts'
import type { Combo } from '#contract/shapes.ts'
import { type Assets, documentOf } from './document.ts'
import { type PageData, PageDataProvider } from './lib/site.ts'
import { isPrerendered, type Preloaded, staticRouteObjects, zoneOf } from './router.tsx'
import { addressesOf, notFound, type RouteEntry, routes } from './routes.ts'

/** Written in by the build: where the browser's files lie. */
declare const __ASSETS__: Assets

export interface PagesInput {
  site: Site
  /** The plans on sale, in their order. */
  plans: Combo[]
  /** Picture for browser tabs. */
  iconUrl: string
}

export interface RenderedPage {
  /** Address, `.html` twins among them; `*` is what any other address gets. */
  path: string
  status: 200 | 404
  html: string
  zone: 'public' | 'account'
  /** May stand in the site map: canonical, public, and written. */
  isListed: boolean
}

const ORIGIN = 'http://prerender.invalid'

/** Every document of the site, from the operator's words; takes well under a second. */
export async function renderPages(input: PagesInput): Promise<RenderedPage[]> {
  const table: readonly RouteEntry[] = [...routes, notFound]
  const preloaded: Preloaded = new Map(
    await Promise.all(
      table.filter(isPrerendered).map(async (entry) => [entry, await entry.page()] as const),
    ),
  )
  const pages: RenderedPage[] = []
  // One after another: an address of 24 is small, and a failure names its page.
  for (const entry of table) pages.push(...(await renderEntry(entry, input, preloaded)))
  return pages
}

async function renderEntry(
  entry: RouteEntry,
  input: PagesInput,
  preloaded: Preloaded,
): Promise<RenderedPage[]> {
  const zone = zoneOf(entry.path)
  const data = dataFor(entry, input)
  const html = documentOf({
    entry,
    zone,
    data,
    iconUrl: input.iconUrl,
    assets: __ASSETS__,
    body: await renderBody(entry, data, preloaded),
    structured: preloaded.get(entry)?.structuredData?.(data) ?? [],
  })
  const status = entry === notFound ? 404 : 200
  return addressesOf(entry).map((path) => ({
    path,
    status,
    html,
    zone,
    isListed: path === entry.path && zone === 'public' && status === 200 && !entry.isDraft,
  }))
}

/** The home page and the plans page alone show the operator's long texts and the plans. */
function dataFor(entry: RouteEntry, { site, plans }: PagesInput): PageData {
  if (entry.path === '/' || entry.path === '/plans') return { site, plans }
  const { home: _, ...short } = site
  return { site: short, plans: [] }
}

async function renderBody(
  entry: RouteEntry,
  data: PageData,
  preloaded: Preloaded,
): Promise<string> {
  const handler = createStaticHandler(staticRouteObjects(preloaded))
  const path = entry === notFound ? '/not-found' : entry.path
  const context = await handler.query(new Request(ORIGIN + path))
  if (context instanceof Response) throw new Error(`${path} cannot be prerendered`)
  const router = createStaticRouter(handler.dataRoutes, context)
  const errors: unknown[] = []
  const { prelude } = await prerender(
    <PageDataProvider value={data}>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </PageDataProvider>,
    { onError: (error) => void errors.push(error) },
  )
  const failed = context.errors ? Object.values(context.errors) : errors
  if (failed.length > 0) throw new Error(`${path} cannot be prerendered`, { cause: failed[0] })
  return new Response(prelude).text()
}
