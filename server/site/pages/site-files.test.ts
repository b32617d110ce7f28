import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { PAYMENT_METHODS } from '#contract/shapes.ts'
import { loadContent } from '../content/load-content.ts'
import type { Pictures } from './pictures.ts'
import type { RenderedPage } from './rendered-page.ts'
import { siteFiles } from './site-files.ts'

const content = loadContent(
  fileURLToPath(new URL('../../../content', import.meta.url)),
  PAYMENT_METHODS,
)
const config = { publicUrl: 'https://shop.test' }

function page(path: string, given: Partial<RenderedPage> = {}): RenderedPage {
  const body = { identity: Buffer.from(path) }
  return {
    path,
    status: 200,
    zone: 'public',
    isListed: true,
    changedOn: '2026-03-04',
    body,
    ...given,
  }
}

const PAGES = [
  page('/'),
  page('/plans', { changedOn: '2026-05-06' }),
  page('/plans.html', { isListed: false }),
  page('/account/login', { zone: 'account', isListed: false }),
  page('*', { status: 404, isListed: false }),
]
const PNG = Buffer.from('89504e470d0a1a0a', 'hex')
const PICTURES: Pictures = {
  icons: [{ size: 192, url: '/pictures/icon-192.png?v=1', body: PNG }],
  cards: [{ path: '/', title: '首页', url: '/pictures/og-home.png?v=2', body: PNG }],
}
const files = await siteFiles(content, PICTURES, PAGES, config)

function read(path: string): { type: unknown; text: string } {
  const variant = files.get(path)?.variants.identity
  if (!variant) throw new Error(`there is no ${path}`)
  return { type: variant.headers['content-type'], text: variant.body.toString() }
}

test('sitemap.xml lists the listed pages with the day of their last change; robots.txt names it and disallows account pages and calls', () => {
  const { type, text } = read('/sitemap.xml')
  expect(type).toBe('application/xml; charset=utf-8')
  expect(text.match(/<url>.*<\/url>/g)).toEqual([
    '<url><loc>https://shop.test/</loc><lastmod>2026-03-04</lastmod></url>',
    '<url><loc>https://shop.test/plans</loc><lastmod>2026-05-06</lastmod></url>',
  ])
  const robots = read('/robots.txt')
  expect(robots.type).toBe('text/plain; charset=utf-8')
  expect(robots.text.split('\n').filter(Boolean)).toEqual([
    'User-agent: *',
    'Disallow: /account/',
    'Disallow: /clients/',
    'Sitemap: https://shop.test/sitemap.xml',
  ])
})

test('speculation rules contain every address of the public pages only', () => {
  const { type, text } = read('/speculation-rules.json')
  expect(type).toBe('application/speculationrules+json')
  expect(JSON.parse(text)).toEqual({
    prerender: [{ where: { href_matches: ['/', '/plans', '/plans.html'] }, eagerness: 'moderate' }],
  })
})

test('the manifest contains the name of the shop and all icons', () => {
  const { type, text } = read('/manifest.webmanifest')
  expect(type).toBe('application/manifest+json; charset=utf-8')
  expect(JSON.parse(text)).toMatchObject({
    name: content.site.name,
    start_url: '/',
    icons: [
      { src: `/brand/${content.site.icon}`, type: 'image/svg+xml', sizes: 'any' },
      { src: '/pictures/icon-192.png?v=1', type: 'image/png', sizes: '192x192' },
    ],
  })
})

test('pictures are served unchanged at their address without the version', () => {
  for (const path of ['/pictures/icon-192.png', '/pictures/og-home.png']) {
    const resource = files.get(path)
    expect(resource?.variants.br.body).toEqual(PNG)
    expect(resource?.variants.br.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=3600',
      'x-content-type-options': 'nosniff',
    })
    expect(resource?.variants.br.headers).not.toHaveProperty('content-encoding')
  }
})

test('what browsers, password managers and phones ask for by themselves answers as its standard says, or is not there', () => {
  for (const [path, status, type, words] of [
    ['/favicon.ico', 200, 'image/svg+xml; charset=utf-8', '<svg'],
    ['/apple-touch-icon.png', 200, 'image/png', 'PNG'],
    ['/apple-touch-icon-precomposed.png', 200, 'image/png', 'PNG'],
    [
      '/.well-known/passkey-endpoints',
      200,
      'application/json; charset=utf-8',
      '"enroll":"https://shop.test/account/edit"',
    ],
    [
      '/.well-known/security.txt',
      200,
      'text/plain; charset=utf-8',
      `Contact: mailto:${content.site.email}\nExpires: 2`,
    ],
  ] as const) {
    const found = files.get(path)
    expect([path, found?.status], path).toEqual([path, status])
    expect(read(path).type, path).toBe(type)
    expect(read(path).text, path).toContain(words)
  }
  const toChange = files.get('/.well-known/change-password')!
  expect(toChange.status).toBe(302)
  expect(toChange.variants.identity.headers['location']).toBe('/account/change-password')
  for (const path of [
    '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200/',
    '/.well-known/apple-app-site-association',
    '/.well-known/assetlinks.json',
    '/.well-known/traffic-advice',
    '/browserconfig.xml',
    '/manifest.json',
    '/ads.txt',
    '/humans.txt',
  ])
    expect(files.has(path), path).toBe(false)
})

test('security.txt is not there without a contact', async () => {
  const { email: _, ...site } = content.site
  const without = await siteFiles({ ...content, site }, PICTURES, PAGES, config)
  expect(without.has('/.well-known/security.txt')).toBe(false)
})
