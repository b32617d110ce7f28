import { extname } from 'node:path'
import type { Config } from '../../config/config.ts'
import { MEDIA_TYPES } from '../../http/pages/assets.ts'
import {
  fileHeaders,
  type FileHeaderSettings,
  SPECULATION_RULES_PATH,
} from '../../http/pages/document-headers.ts'
import { compress, createResource, type Resource } from '../../http/pages/resource.ts'
import type { Content } from '../content/load-content.ts'
import type { Pictures } from './pictures.ts'
import type { Page, RenderedPage } from './rendered-page.ts'

/** Address of the picture for browser tabs. */
export function iconUrlOf({ site }: Content): string {
  return `/brand/${site.icon}`
}

type SiteFile = readonly [path: string, type: string | undefined, body: Buffer]

const TOUCH_ICON_PATHS = ['/apple-touch-icon.png', '/apple-touch-icon-precomposed.png']
const COMPRESSED = new Set([MEDIA_TYPES['.png'], MEDIA_TYPES['.webp']])
const YEAR_MS = 365 * 24 * 60 * 60 * 1000

/** Pictures, robots.txt, site map, manifest and speculation rules. */
export async function siteFiles(
  content: Content,
  pictures: Pictures,
  pages: readonly RenderedPage[],
  config: FileHeaderSettings,
): Promise<Map<string, Resource>> {
  const { site, logo, icon, pictures: own } = content
  const text = (body: string) => Buffer.from(body)
  const files: SiteFile[] = [
    [`/brand/${site.logo}`, MEDIA_TYPES[logo.extension], logo.body],
    [iconUrlOf(content), MEDIA_TYPES[icon.extension], icon.body],
    ...[...own].map(
      ([name, { extension, body }]) => [`/brand/${name}`, MEDIA_TYPES[extension], body] as const,
    ),
    // browsers ask for this address and take any format
    ['/favicon.ico', MEDIA_TYPES[icon.extension], icon.body],
    ...[...pictures.icons, ...pictures.cards].map(
      ({ url, body }) => [pathOf(url), MEDIA_TYPES['.png'], body] as const,
    ),
    ['/robots.txt', MEDIA_TYPES['.txt'], text(robots(config))],
    ['/sitemap.xml', MEDIA_TYPES['.xml'], text(siteMap(pages, config))],
    ['/manifest.webmanifest', MEDIA_TYPES['.webmanifest'], text(manifest(content, pictures))],
    ...wellKnownFiles(content, pictures, config),
    [SPECULATION_RULES_PATH, 'application/speculationrules+json', text(speculationRules(pages))],
  ]
  const entries = files.map(async ([path, type, body]) => {
    const headers = {
      'content-type': type ?? 'application/octet-stream',
      'cache-control': 'public, max-age=3600',
      // an SVG opened directly is a document
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      ...fileHeaders(config),
    }
    const isCompressed = type !== undefined && COMPRESSED.has(type)
    const bodies = isCompressed ? { identity: body } : await compress(body)
    return [path, createResource(bodies, { headers })] as const
  })
  // https://w3c.github.io/webappsec-change-password-url/
  const toChange = createResource(
    { identity: text('') },
    { status: 302, headers: { location: '/account/change-password', ...fileHeaders(config) } },
  )
  return new Map([
    ...(await Promise.all(entries)),
    ['/.well-known/change-password', toChange] as const,
  ])
}

/** What browsers and phones ask for at fixed addresses; every other one is not found. */
function wellKnownFiles(
  { site }: Content,
  { icons }: Pictures,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): SiteFile[] {
  const passkeys = JSON.stringify({
    enroll: `${publicUrl}/account/edit`,
    manage: `${publicUrl}/account/edit`,
  })
  // 180 px is what iPhones take
  const touchIcon = icons.find(({ size }) => size === 180) ?? icons[0]
  return [
    ['/.well-known/passkey-endpoints', MEDIA_TYPES['.json'], Buffer.from(passkeys)],
    ...securityFiles(site, publicUrl),
    ...TOUCH_ICON_PATHS.flatMap((path): SiteFile[] =>
      touchIcon === undefined ? [] : [[path, MEDIA_TYPES['.png'], touchIcon.body]],
    ),
  ]
}

/** RFC 9116; it expires a year after the start of the process. None without a contact. */
function securityFiles({ email }: Content['site'], publicUrl: string): SiteFile[] {
  if (email === undefined) return []
  const path = '/.well-known/security.txt'
  const body = [
    `Contact: mailto:${email}`,
    `Expires: ${new Date(Date.now() + YEAR_MS).toISOString()}`,
    'Preferred-Languages: zh, en',
    `Canonical: ${publicUrl}${path}`,
    '',
  ].join('\n')
  return [[path, MEDIA_TYPES['.txt'], Buffer.from(body)]]
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

function siteMap(pages: readonly RenderedPage[], { publicUrl }: Pick<Config, 'publicUrl'>): string {
  const places = pages
    .filter(({ isListed }) => isListed)
    .map(
      ({ path, changedOn }) =>
        `  <url><loc>${publicUrl}${path}</loc><lastmod>${changedOn}</lastmod></url>`,
    )
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...places,
    '</urlset>',
    '',
  ].join('\n')
}

function manifest(content: Content, { icons }: Pictures): string {
  const { name, description, icon } = content.site
  const type = MEDIA_TYPES[extname(icon)]?.split(';')[0]
  return JSON.stringify({
    name,
    short_name: name,
    description,
    lang: 'zh-CN',
    id: '/',
    start_url: '/',
    display: 'browser',
    icons: [
      { src: iconUrlOf(content), type, ...(icon.endsWith('.svg') && { sizes: 'any' }) },
      ...icons.map(({ url, size }) => ({ src: url, type: 'image/png', sizes: `${size}x${size}` })),
    ],
  })
}

/**
 * Only public pages are prefetched or prerendered: an account page would request data, and logging out
 * is a GET. https://html.spec.whatwg.org/#speculative-loading
 */
function speculationRules(pages: readonly Page[]): string {
  const paths = pages
    .filter(({ zone, status }) => zone === 'public' && status === 200)
    .map(({ path }) => path)
  return JSON.stringify({
    prerender: [{ where: { href_matches: paths }, eagerness: 'moderate' }],
  })
}

function pathOf(url: string): string {
  const [path = url] = url.split('?', 1)
  return path
}
