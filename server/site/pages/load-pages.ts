import { join } from 'node:path'
import type { Combo } from '#contract/shapes.ts'
import type { Config } from '../../config.ts'
import { loadAssets } from '../../http/pages/assets.ts'
import { documentHeaders } from '../../http/pages/document-headers.ts'
import type { Pages } from '../../http/pages/pages.ts'
import { createResource } from '../../http/pages/resource.ts'
import { type Content, toSite } from '../content/load-content.ts'
import { describeMissingPictures, loadPictures, type Pictures } from './pictures.ts'
import { renderedPages } from './prerender.ts'
import type { PrerenderInput } from './rendered-page.ts'
import { pictureSource } from './inline-picture.ts'
import { iconUrlOf, siteFiles } from './site-files.ts'
import { recoloredStyles, brandColorsOf } from '../colors/brand-colors.ts'

/** Edge of the icon that home screens ask for, in pixels. */
const TOUCH_ICON = 180

interface Sources {
  config: Config
  content: Content
  /** The plans on sale, in their order. */
  plans: readonly Combo[]
  /** The output folder of the build. */
  distDir: string
}

export interface LoadedPages extends Pages {
  /** Which pages have no picture for social media; null when all have one. */
  missingPictures: string | null
}

/** Loads everything that is served from memory: documents, built files, robots.txt and others. */
export async function loadPages({
  config,
  content,
  plans,
  distDir,
}: Sources): Promise<LoadedPages> {
  const pictures = loadPictures(config.contentDir, content)
  const input = prerenderInput({ config, content, plans, pictures })
  const [assets, pages] = await Promise.all([
    loadAssets(join(distDir, 'web'), config),
    renderedPages(distDir, join(config.dataDir, 'cache', 'pages'), input),
  ])
  const documents = pages.map(({ path, status, zone, body }) => {
    const headers = documentHeaders(config, zone, path)
    return [path, createResource(body, { status, headers })] as const
  })
  const notFound = documents.find(([path]) => path === '*')?.[1]
  if (!notFound) throw new Error('the build renders no page for unknown addresses')
  const [files, styles] = await Promise.all([
    siteFiles(content, pictures, pages, config),
    recoloredStyles(assets, content.site, config),
  ])
  const resources = new Map([...assets, ...styles, ...files, ...documents])
  return { resources, notFound, missingPictures: describeMissingPictures(pages) }
}

/** The input for rendering the documents. */
export function prerenderInput({
  config,
  content,
  plans,
  pictures,
}: Pick<Sources, 'config' | 'content' | 'plans'> & { pictures: Pictures }): PrerenderInput {
  const touchIcon = pictures.icons.find(({ size }) => size === TOUCH_ICON)
  return {
    site: toSite(content, config),
    plans,
    iconUrl: pictureSource(content.icon, iconUrlOf(content)),
    colors: brandColorsOf(content.site),
    ...(touchIcon && { touchIconUrl: touchIcon.url }),
    cards: pictures.cards.map(({ path, title, url }) => ({ path, title, url })),
  }
}
