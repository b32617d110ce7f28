import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Combo } from '#contract/shapes.ts'
import type { Config } from '../../config/config.ts'
import { loadAssets } from '../../http/pages/assets.ts'
import { documentHeaders, type DocumentZone } from '../../http/pages/document-headers.ts'
import type { Pages } from '../../http/pages/pages.ts'
import { createResource, type Resource } from '../../http/pages/resource.ts'
import { type Content, toSite } from '../content/load-content.ts'
import type { PlanTerms } from '../content/placeholders.ts'
import { describeMissingPictures, loadPictures, type Pictures } from './pictures.ts'
import { renderedPages } from './prerender.ts'
import type { PrerenderInput } from './rendered-page.ts'
import { pictureSource } from './inline-picture.ts'
import { iconUrlOf, siteFiles } from './site-files.ts'
import { recoloredStyles, brandColorsOf } from '../colors/brand-colors.ts'

/** The built `web/announcements.ts`. */
const SCRIPT = /^\/assets\/announcements-[\w-]+\.js$/

/** Edge of the icon that home screens ask for, in pixels. */
const TOUCH_ICON = 180

interface Sources {
  config: Config
  content: Content
  /** The plans on sale, in their order. */
  plans: readonly Combo[]
  /** What every plan costs and gives, for texts that say so; absent: as plans.json has it. */
  terms?: readonly PlanTerms[]
  /** The output folder of the build. */
  distDir: string
}

/** A document as it is served while nothing is announced. */
export interface ServedDocument {
  path: string
  zone: DocumentZone
  status: number
  html: string
  headers: Readonly<Record<string, string>>
  resource: Resource
}

export interface LoadedPages extends Pages {
  documents: readonly ServedDocument[]
  /** Address of the script that a document with announcements runs. */
  announcementScript: string
  /** Which pages have no picture for social media; null when all have one. */
  missingPictures: string | null
}

/** Loads everything that is served from memory: documents, built files, robots.txt and others. */
export async function loadPages({ distDir, ...sources }: Sources): Promise<LoadedPages> {
  const { config, content } = sources
  const pictures = loadPictures(config.contentDir, content)
  const input = prerenderInput({ ...sources, pictures })
  const [assets, pages] = await Promise.all([
    loadAssets(join(distDir, 'web'), config),
    renderedPages(distDir, join(config.dataDir, 'cache', 'pages'), input),
  ])
  const documents = pages.map(({ path, status, zone, body }): ServedDocument => {
    const headers = documentHeaders(config, zone, path)
    const resource = createResource(body, { status, headers })
    return { path, zone, status, html: body.identity.toString(), headers, resource }
  })
  const notFound = documents.find(({ path }) => path === '*')?.resource
  if (!notFound) throw new Error('the build renders no page for unknown addresses')
  const [files, styles] = await Promise.all([
    siteFiles(content, pictures, pages, config),
    recoloredStyles(assets, content.site, config),
  ])
  const announcementScript = [...assets.keys()].find((path) => SCRIPT.test(path))
  if (announcementScript === undefined) throw new Error('the build has no script of announcements')
  const served = documents.map(({ path, resource }) => [path, resource] as const)
  const resources = new Map([...assets, ...styles, ...files, ...served])
  return {
    ...{ resources, notFound, documents, announcementScript },
    missingPictures: describeMissingPictures(pages),
  }
}

/** After how long pages that could not be made are tried again, unless the plans change before. */
const RETRY_MS = 60_000

/**
 * Loads the pages anew when the plans are not as they were loaded with any more; null when they are, and for a minute
 * after it has failed with them.
 */
export function pagesOfChangedPlans(
  loaded: Sources,
  readPlans: () => Promise<Pick<Sources, 'plans' | 'terms'>>,
): () => Promise<LoadedPages | null> {
  let current = loaded
  let tried = { with: loaded, at: -Infinity }
  return async () => {
    const wanted = { ...current, ...(await readPlans()) }
    if (isDeepStrictEqual(wanted, current)) return null
    const isTried = isDeepStrictEqual(wanted, tried.with)
    if (isTried && performance.now() - tried.at < RETRY_MS) return null
    tried = { with: wanted, at: performance.now() }
    const pages = await loadPages(wanted)
    current = wanted
    return pages
  }
}

/** The input for rendering the documents. */
export function prerenderInput({
  config,
  content,
  plans,
  terms,
  pictures,
}: Omit<Sources, 'distDir'> & { pictures: Pictures }): PrerenderInput {
  const touchIcon = pictures.icons.find(({ size }) => size === TOUCH_ICON)
  return {
    site: toSite(content, config, terms),
    plans,
    iconUrl: pictureSource(content.icon, iconUrlOf(content)),
    colors: brandColorsOf(content.site),
    ...(touchIcon && { touchIconUrl: touchIcon.url }),
    cards: pictures.cards.map(({ path, title, url }) => ({ path, title, url })),
  }
}
