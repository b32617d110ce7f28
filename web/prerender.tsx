import type { ReactNode } from 'react'
import { prerender } from 'react-dom/static'
import { ADDRESSES, NOT_FOUND, PAGE_WORDS, pathsOf, type SiteAddress } from '#contract/addresses.ts'
import type { Site } from '#contract/content/content.ts'
import type { Combo } from '#contract/shapes.ts'
import {
  type Assets,
  type SocialCard,
  renderDocument,
  recoloredSheet,
  type BrandColors,
} from './document.ts'
import { RouterProvider } from './lib/router/router-provider.tsx'
import { createMemoryRouter } from './lib/router/router.ts'
import type { PageModule } from './lib/page/page-module.ts'
import { type PageData, PageDataProvider } from './lib/site.ts'
import {
  isPrerendered,
  type Preloaded,
  staticRouteObjects,
  type DocumentZone,
  zoneOf,
} from './router.tsx'
import { routes } from './routes.ts'
import { ChunkError, ChunkToast } from './shell/error/error-screen.tsx'
import { LoadingScreen } from './shell/loading-screen.tsx'

/** Inserted by the build: the addresses of the browser's files. */
declare const __ASSETS__: Assets

export interface PagesInput {
  site: Site
  /** The plans on sale, in their order. */
  plans: Combo[]
  /** Icon for browser tabs. */
  iconUrl: string
  /** The operator's colours. */
  colors: BrandColors
  /** Icon for home screens. */
  touchIconUrl?: string
  /** The pages' pictures for social media. */
  cards: readonly SocialCard[]
}

export interface RenderedPage {
  /** Address, with or without `.html`; `*` for unknown addresses. */
  path: string
  status: 200 | 404
  html: string
  zone: 'public' | 'account'
  /** Belongs in the site map: a canonical address of a public page. */
  isListed: boolean
}

/** Renders every document of the site from the operator's content; takes well under a second. */
export async function renderPages(input: PagesInput): Promise<RenderedPage[]> {
  const table: readonly SiteAddress[] = [...ADDRESSES, NOT_FOUND]
  const preloaded: Preloaded = new Map(
    await Promise.all(
      table
        .filter(isPrerendered)
        .map(async (address) => [address, await routes[address.path]()] as const),
    ),
  )
  const sources = new Map(
    await Promise.all(table.map(async (address) => [address, await sourceOf(address)] as const)),
  )
  const pages: RenderedPage[] = []
  // One after another: an address of 24 is small, and a failure names its page.
  for (const address of table)
    pages.push(...(await renderEntry(address, input, preloaded, sources)))
  return pages
}

async function renderEntry(
  address: SiteAddress,
  input: PagesInput,
  preloaded: Preloaded,
  sources: Sources,
): Promise<RenderedPage[]> {
  const zone = zoneOf(address.path)
  const data = { ...dataFor(address, input), sheets: sheetsOf(zone, sources, input.colors) }
  const page = preloaded.get(address)
  const html = renderDocument({
    address,
    zone,
    data,
    iconUrl: input.iconUrl,
    colors: input.colors,
    touchIconUrl: input.touchIconUrl,
    card: input.cards.find(({ path }) => path === address.path),
    assets: __ASSETS__,
    source: sources.get(address)!,
    body: await renderBody(address, data, preloaded),
    loading: await renderAlone(<LoadingScreen />),
    failed: await renderAlone(zone === 'public' ? <ChunkToast /> : <ChunkError />),
    structured: page?.structuredData?.(data) ?? [],
    description: page?.description?.(data),
  })
  const status = address === NOT_FOUND ? 404 : 200
  return pathsOf(address).map((path) => ({
    path,
    status,
    html,
    zone,
    isListed: path === address.path && zone === 'public' && status === 200,
  }))
}

/** The source file of each address's page, relative to `web/`. */
type Sources = ReadonlyMap<SiteAddress, string>

/** The style sheets of the zone's pages by path: the router opens all of them inside one document. */
function sheetsOf(
  zone: DocumentZone,
  sources: Sources,
  colors: BrandColors,
): Record<string, string> {
  const own = [...sources].flatMap(([{ path }, source]) => {
    const sheet = __ASSETS__.sheets[source]
    return sheet === undefined || zoneOf(path) !== zone
      ? []
      : [[path, recoloredSheet(sheet, colors)] as const]
  })
  return Object.fromEntries(own)
}

/** All pages by source. */
const SOURCES = import.meta.glob<PageModule>('./{account,recharge,shell,site}/**/*-page.tsx')

/** The source file of an address's page, relative to `web/`. */
async function sourceOf(address: SiteAddress): Promise<string> {
  const page = await routes[address.path]()
  for (const [source, load] of Object.entries(SOURCES)) {
    if ((await load()) === page) return source.slice('./'.length)
  }
  throw new Error(`The page of ${address.path} is in no file named *-page.tsx`)
}

/** Long texts and plans are included only in the documents that show them. */
function dataFor(
  { carries = [] }: SiteAddress,
  { site, plans }: PagesInput,
): Omit<PageData, 'sheets'> {
  const own: Site = { ...site }
  for (const name of PAGE_WORDS) if (!carries.includes(name)) delete own[name]
  return { site: own, plans: carries.includes('plans') ? plans : [] }
}

async function renderBody(
  address: SiteAddress,
  data: PageData,
  preloaded: Preloaded,
): Promise<string> {
  const path = address === NOT_FOUND ? '/not-found' : address.path
  const router = createMemoryRouter(staticRouteObjects(preloaded), { initialEntries: [path] })
  const errors: unknown[] = []
  const { prelude } = await prerender(
    <PageDataProvider value={data}>
      <RouterProvider router={router} />
    </PageDataProvider>,
    // in one piece, however long: parts sent later need a script to be moved to their place
    { onError: (error) => void errors.push(error), progressiveChunkSize: Infinity },
  )
  if (errors.length > 0) throw new Error(`${path} cannot be prerendered`, { cause: errors[0] })
  return new Response(prelude).text()
}

/** For templates of what is shown without the app. */
async function renderAlone(screen: ReactNode): Promise<string> {
  const { prelude } = await prerender(screen)
  return new Response(prelude).text()
}
