import { extname } from 'node:path'
import type { Config } from '../config.ts'
import { MEDIA_TYPES } from '../http/assets.ts'
import { fileHeaders } from '../http/document-headers.ts'
import { type Bodies, compress, createResource, type Resource } from '../http/resource.ts'
import type { Content } from './content.ts'
import type { Page } from './prerender.ts'

/** Address of the picture for browser tabs. */
export function iconUrlOf({ site }: Content): string {
  return `/brand/${site.icon}`
}

/** What stands beside the pages: the operator's pictures, robots.txt, site map and manifest. */
export async function siteFiles(
  content: Content,
  pages: readonly Page[],
  config: Pick<Config, 'publicUrl'>,
): Promise<Map<string, Resource>> {
  const { site } = content
  const text = (body: string) => compress(Buffer.from(body))
  const files: [path: string, extension: string, Bodies | Promise<Bodies>][] = [
    [`/brand/${site.logo}`, content.logo.extension, compress(content.logo.body)],
    [iconUrlOf(content), content.icon.extension, compress(content.icon.body)],
    // what asks for this by habit takes any kind of picture
    ['/favicon.ico', content.icon.extension, compress(content.icon.body)],
    ['/robots.txt', '.txt', text(robots(config))],
    ['/sitemap.xml', '.xml', text(siteMap(pages, config))],
    ['/manifest.webmanifest', '.webmanifest', text(manifest(content))],
  ]
  const entries = files.map(async ([path, extension, bodies]) => {
    const headers = {
      'content-type': MEDIA_TYPES[extension] ?? 'application/octet-stream',
      'cache-control': 'public, max-age=3600',
      // opened by itself an SVG is a document
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      ...fileHeaders(config),
    }
    return [path, createResource(await bodies, { headers })] as const
  })
  return new Map(await Promise.all(entries))
}

function robots({ publicUrl }: Pick<Config, 'publicUrl'>): string {
  return [
    'User-agent: *',
    'Disallow: /account/',
    'Disallow: /clients/',
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n')
}

function siteMap(pages: readonly Page[], { publicUrl }: Pick<Config, 'publicUrl'>): string {
  const places = pages
    .filter(({ isListed }) => isListed)
    .map(({ path }) => `  <url><loc>${publicUrl}${path}</loc></url>`)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...places,
    '</urlset>',
    '',
  ].join('\n')
}

function manifest(content: Content): string {
  const { name, description, icon } = content.site
  return JSON.stringify({
    name,
    short_name: name,
    description,
    lang: 'zh-CN',
    start_url: '/',
    display: 'browser',
    icons: [
      {
        src: iconUrlOf(content),
        type: MEDIA_TYPES[extname(icon)]?.split(';')[0],
        ...(icon.endsWith('.svg') && { sizes: 'any' }),
      },
    ],
  })
}
