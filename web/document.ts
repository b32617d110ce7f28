import type { Zone } from './router.tsx'
import type { RouteEntry } from './routes.ts'
import type { PageData } from './lib/site.ts'
import { documentTitle } from './shell/document-title.ts'

/** Addresses of the built files a document names. */
export interface Assets {
  head: string
  late: string
  main: string
  /** What `main` imports at once. */
  mainImports: string[]
  publicCss: string
  accountCss: string
}

interface DocumentParts {
  entry: RouteEntry
  zone: Zone
  data: PageData
  iconUrl: string
  assets: Assets
  /** The prerendered page. */
  body: string
  /** Things said in schema.org's words. */
  structured: object[]
}

/** A whole HTML document. It holds nothing of a visitor, no inline script and no inline style. */
export function documentOf(parts: DocumentParts): string {
  const { entry, zone, data, assets, body } = parts
  const { site } = data
  const title = documentTitle(entry, site.name)
  const description = entry.meta.description ?? site.description
  const isListed = zone === 'public' && !entry.isDraft && entry.path !== '*'
  const canonical = site.publicUrl + (entry.path === '/' ? '/' : entry.path)
  const structured = isListed ? [organization(data), ...parts.structured] : []
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    tag('title', {}, title),
    meta('description', description),
    ...(isListed
      ? [
          tag('link', { rel: 'canonical', href: canonical }),
          ...openGraph(title, description, canonical, site.name),
        ]
      : [meta('robots', 'noindex')]),
    '<meta name="theme-color" content="#f6f8fd" media="(prefers-color-scheme: light)">',
    '<meta name="theme-color" content="#080d1e" media="(prefers-color-scheme: dark)">',
    tag('link', { rel: 'icon', href: parts.iconUrl }),
    tag('link', { rel: 'manifest', href: '/manifest.webmanifest' }),
    tag('script', { src: assets.head }, ''),
    stylesheet(assets.publicCss),
    ...(zone === 'account' ? [stylesheet(assets.accountCss)] : []),
    ...startOf(zone, assets),
    ...structured.map((thing) => dataBlock('application/ld+json', thing)),
  ]
  return [
    '<!doctype html>',
    `<html lang="zh-CN" id="top"><head>${head.join('')}</head><body>`,
    `<div id="root">${body}</div>`,
    dataBlock('application/json', data, 'site'),
    '</body></html>',
  ].join('')
}

/** Public pages wait for a visitor who acts; account pages boot at once. */
function startOf(zone: Zone, assets: Assets): string[] {
  if (zone === 'public') return [tag('script', { type: 'module', src: assets.late }, '')]
  return [
    tag('script', { type: 'module', src: assets.main }, ''),
    ...assets.mainImports.map((href) => tag('link', { rel: 'modulepreload', href })),
  ]
}

function openGraph(title: string, description: string, url: string, siteName: string): string[] {
  const properties = {
    title,
    description,
    url,
    type: 'website',
    site_name: siteName,
    locale: 'zh_CN',
  }
  return Object.entries(properties).map(([name, content]) =>
    tag('meta', { property: `og:${name}`, content }),
  )
}

function organization({ site }: PageData): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: site.company,
    url: site.publicUrl,
    logo: new URL(site.logoUrl, site.publicUrl).href,
  }
}

function meta(name: string, content: string): string {
  return tag('meta', { name, content })
}

function stylesheet(href: string): string {
  return tag('link', { rel: 'stylesheet', href })
}

/** Without `text` the element is a void one. */
function tag(name: string, attributes: Record<string, string>, text?: string): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`)
  const open = `<${name}${written.join('')}>`
  return text === undefined ? open : `${open}${escaped(text)}</${name}>`
}

/** JSON in a script element ends at the first `</script`, so that `<` must not stand in it. */
function dataBlock(type: string, value: unknown, id?: string): string {
  const json = JSON.stringify(value).replaceAll('<', String.raw`\u003c`)
  return `<script type="${type}"${id === undefined ? '' : ` id="${id}"`}>${json}</script>`
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
