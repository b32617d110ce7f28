import { prerender } from 'react-dom/static'
import { ARTICLES } from '#contract/article.ts'
import type { PageWords, Site } from '#contract/content.ts'
import type { Combo } from '#contract/shapes.ts'
import { type Assets, type Card, documentOf, sheetOf, type Skin } from './document.ts'
import { RouterProvider } from './lib/router/router-provider.tsx'
import { createMemoryRouter } from './lib/router/router.ts'
import { type PageData, PageDataProvider } from './lib/site.ts'
import { isPrerendered, type Preloaded, staticRouteObjects, type Zone, zoneOf } from './router.tsx'
import { addressesOf, notFound, type PageModule, type RouteEntry, routes } from './routes.ts'
import { LoadingScreen } from './shell/loading-screen.tsx'

/** Written in by the build: where the browser's files lie. */
declare const __ASSETS__: Assets

export interface PagesInput {
  site: Site
  /** The plans on sale, in their order. */
  plans: Combo[]
  /** Picture for browser tabs. */
  iconUrl: string
  /** The operator's colours. */
  skin: Skin
  /** The same for home screens. */
  touchIconUrl?: string
  /** Pictures of pages for social media. */
  cards: readonly Card[]
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

/** Every document of the site, from the operator's words; takes well under a second. */
export async function renderPages(input: PagesInput): Promise<RenderedPage[]> {
  const table: readonly RouteEntry[] = [...routes, notFound]
  const preloaded: Preloaded = new Map(
    await Promise.all(
      table.filter(isPrerendered).map(async (entry) => [entry, await entry.page()] as const),
    ),
  )
  const sources = new Map(
    await Promise.all(table.map(async (entry) => [entry, await sourceOf(entry)] as const)),
  )
  const pages: RenderedPage[] = []
  // One after another: an address of 24 is small, and a failure names its page.
  for (const entry of table) pages.push(...(await renderEntry(entry, input, preloaded, sources)))
  return pages
}

async function renderEntry(
  entry: RouteEntry,
  input: PagesInput,
  preloaded: Preloaded,
  sources: Sources,
): Promise<RenderedPage[]> {
  const zone = zoneOf(entry.path)
  const data = { ...dataFor(entry, input), sheets: sheetsOf(zone, sources, input.skin) }
  const page = preloaded.get(entry)
  const html = documentOf({
    entry,
    zone,
    data,
    iconUrl: input.iconUrl,
    skin: input.skin,
    touchIconUrl: input.touchIconUrl,
    card: input.cards.find(({ path }) => path === entry.path),
    assets: __ASSETS__,
    source: sources.get(entry)!,
    body: await renderBody(entry, data, preloaded),
    loading: await renderLoading(),
    structured: page?.structuredData?.(data) ?? [],
    description: page?.description?.(data),
  })
  const status = entry === notFound ? 404 : 200
  return addressesOf(entry).map((path) => ({
    path,
    status,
    html,
    zone,
    isListed: path === entry.path && zone === 'public' && status === 200,
  }))
}

/** Where the page of each entry is written, relative to `web/`. */
type Sources = ReadonlyMap<RouteEntry, string>

/** Pages of one zone are opened inside one document, each with its own sheet. */
function sheetsOf(zone: Zone, sources: Sources, skin: Skin): Record<string, string> {
  const own = [...sources].flatMap(([{ path }, source]) => {
    const sheet = __ASSETS__.sheets[source]
    return sheet === undefined || zoneOf(path) !== zone
      ? []
      : [[path, sheetOf(sheet, skin)] as const]
  })
  return Object.fromEntries(own)
}

/** Every page there is, by its source. */
const SOURCES = import.meta.glob<PageModule>('./{account,recharge,shell,site}/*-page.tsx')

/** Where the page of an entry is written, relative to `web/`. */
async function sourceOf(entry: RouteEntry): Promise<string> {
  const page = await entry.page()
  for (const [source, load] of Object.entries(SOURCES)) {
    if ((await load()) === page) return source.slice('./'.length)
  }
  throw new Error(`The page of ${entry.path} is in no file that is named for a page`)
}

const LONG_WORDS: readonly (keyof PageWords)[] = [
  'home',
  'product',
  'advantage',
  'cases',
  'campaign',
  ...ARTICLES,
]

/** Long words and plans go along only where they are shown. */
function dataFor(
  { carries = [] }: RouteEntry,
  { site, plans }: PagesInput,
): Omit<PageData, 'sheets'> {
  const own: Site = { ...site }
  for (const name of LONG_WORDS) if (!carries.includes(name)) delete own[name]
  return { site: own, plans: carries.includes('plans') ? plans : [] }
}

async function renderBody(
  entry: RouteEntry,
  data: PageData,
  preloaded: Preloaded,
): Promise<string> {
  const path = entry === notFound ? '/not-found' : entry.path
  const router = createMemoryRouter(staticRouteObjects(preloaded), { initialEntries: [path] })
  const errors: unknown[] = []
  const { prelude } = await prerender(
    <PageDataProvider value={data}>
      <RouterProvider router={router} />
    </PageDataProvider>,
    // a page in one piece, however long: what is sent behind itself needs a script to be put in its place
    { onError: (error) => void errors.push(error), progressiveChunkSize: Infinity },
  )
  if (errors.length > 0) throw new Error(`${path} cannot be prerendered`, { cause: errors[0] })
  return new Response(prelude).text()
}

/** For `leaving.ts`, which draws without the app. */
async function renderLoading(): Promise<string> {
  const { prelude } = await prerender(<LoadingScreen />)
  return new Response(prelude).text()
}
