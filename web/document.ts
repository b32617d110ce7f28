import { api } from '#contract/api.ts'
import type { SiteAddress } from '#contract/addresses.ts'
import type { DocumentZone } from './router.tsx'
import type { PageData } from './lib/site.ts'
import { documentTitle } from './shell/document-title.ts'
import type { StructuredData } from './lib/page/structured-data.ts'

/** Addresses of the built files that a document names. */
export interface Assets {
  /** The script of `before-paint.ts`. */
  beforePaint: string
  earlyBalance: string
  boot: string
  main: string
  /** The static imports of `main`; here and below a file stands before those that import it. */
  mainImports: string[]
  publicCss: string
  accountCss: string
  /** Style sheets of single pages, by the source of the page. */
  sheets: Record<string, string>
  /** Files of each page besides `main`, by the page's source; the page's own file is last. */
  pages: Record<string, string[]>
}

/** A page's picture for social media; `title` is drawn in it. */
export interface SocialCard {
  path: string
  title: string
  url: string
}

/** The operator's colours as a document names them. */
export interface BrandColors {
  /** Part of style sheet names before `.css`; '' for the design's own colours. */
  sheetSuffix: string
  /** The background of pages in each scheme. */
  background: { light: string; dark: string }
}

interface DocumentParts {
  address: SiteAddress
  zone: DocumentZone
  data: PageData
  iconUrl: string
  colors: BrandColors
  touchIconUrl: string | undefined
  /** Absent: this page has no picture. */
  card: SocialCard | undefined
  assets: Assets
  /** Source of the page, relative to `web/`. */
  source: string
  /** The prerendered page. */
  body: string
  /** The loading screen, shown while another document loads slowly. */
  loading: string
  /** What is shown when the page's scripts fail to load: a toast on a public page, else in place of the page. */
  failed: string
  /** Structured data for search engines (schema.org). */
  structured: StructuredData[]
  /** The page's own description for search engines. */
  description: string | undefined
}

/** Renders a whole HTML document. It contains no visitor's data, no inline script and no inline style. */
export function renderDocument(parts: DocumentParts): string {
  const { address, zone, data, assets, body } = parts
  const ownSheet = data.sheets[address.path]
  const { site } = data
  const title = documentTitle(address, site)
  const description = parts.description ?? address.meta.description ?? site.description
  const isListed = zone === 'public' && address.path !== '*'
  const canonical = site.publicUrl + (address.path === '/' ? '/' : address.path)
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
          ...cardPicture(parts.card, title, site),
        ]
      : [meta('robots', 'noindex')]),
    themeColor('light', parts.colors),
    themeColor('dark', parts.colors),
    tag('link', { rel: 'icon', href: parts.iconUrl }),
    ...(parts.touchIconUrl === undefined
      ? []
      : [tag('link', { rel: 'apple-touch-icon', href: parts.touchIconUrl })]),
    tag('link', { rel: 'manifest', href: '/manifest.webmanifest' }),
    tag('script', { src: assets.beforePaint }, ''),
    ...(WITH_BALANCE.has(address.path)
      ? [tag('script', { type: 'module', async: '', src: assets.earlyBalance }, '')]
      : []),
    stylesheet(recoloredSheet(assets.publicCss, parts.colors)),
    ...(zone === 'account' ? [stylesheet(recoloredSheet(assets.accountCss, parts.colors))] : []),
    ...(ownSheet === undefined ? [] : [stylesheet(ownSheet)]),
    startOf(zone, assets, parts.source),
    ...structured.map((thing) => dataBlock('application/ld+json', thing)),
  ]
  return [
    '<!doctype html>',
    `<html lang="zh-CN" id="top"${address.loginCheck ? ' data-guarded' : ''}${profileOf(address, site)}><head>${head.join('')}</head><body>`,
    oldBrowser(canonical),
    ...(zone === 'account' ? [NO_SCRIPT] : []),
    `<div id="root">${body}</div>`,
    `<template id="loading">${parts.loading}</template>`,
    `<template id="failed" data-place="${zone === 'public' ? '.toasts' : address.layout === 'none' ? '#root' : '#content'}">${parts.failed}</template>`,
    dataBlock('application/json', data, 'site'),
    '</body></html>',
  ].join('')
}

/** Pages whose largest text is the balance. Not in the table of addresses, which every page loads. */
const WITH_BALANCE: ReadonlySet<string> = new Set(['/account/home', '/account/recharge-center'])

/** Where `early-balance.ts` asks for the balance. */
function profileOf({ path }: SiteAddress, { apiBase }: PageData['site']): string {
  return WITH_BALANCE.has(path)
    ? ` data-profile="${escaped(apiBase + api.account.profile.path)}"`
    : ''
}

/** Shown by browsers that drop the rule which hides it, because they know no `@layer`, and where the app cannot run. */
function oldBrowser(url: string): string {
  return `<p class="no-script" id="old-browser" data-nosnippet>浏览器版本过低：可以浏览网页，但无法登录和充值。请复制网址 ${url} ，用新版 Chrome、Edge、Safari 或 Firefox 打开。</p>`
}

const NO_SCRIPT =
  '<noscript><p class="no-script">登录、充值和查看订单需要启用 JavaScript。请在浏览器设置中启用后刷新本页；<a href="/">首页</a>和<a href="/plans">产品套餐</a>无需启用即可阅读。</p></noscript>'

/**
 * The script that starts the app: on a public page at the first interaction, on an account page after the
 * first paint. `data-files` names the app's files in the order in which they can run.
 */
function startOf(zone: DocumentZone, assets: Assets, source: string): string {
  const files = [...assets.mainImports, ...(assets.pages[source] ?? []), assets.main]
  return tag(
    'script',
    {
      type: 'module',
      src: assets.boot,
      'data-when': zone === 'public' ? 'interacted' : 'painted',
      'data-files': files.filter((file) => file !== assets.boot).join(' '),
    },
    '',
  )
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

/** A picture drawn with another title is out of date and is left out. */
function cardPicture(
  card: SocialCard | undefined,
  title: string,
  { publicUrl, name: brand, slogan }: PageData['site'],
): string[] {
  if (card?.title !== title) return [meta('twitter:card', 'summary')]
  const properties = {
    image: publicUrl + card.url,
    'image:type': 'image/png',
    'image:width': '1200',
    'image:height': '630',
    'image:alt': `${brand}：${slogan}`,
  }
  return [
    ...Object.entries(properties).map(([name, content]) =>
      tag('meta', { property: `og:${name}`, content }),
    ),
    meta('twitter:card', 'summary_large_image'),
  ]
}

function organization({ site }: PageData): StructuredData {
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

/** The address of a style sheet in the operator's colours. */
export function recoloredSheet(address: string, { sheetSuffix }: BrandColors): string {
  return address.replace(/\.css$/, `${sheetSuffix}.css`)
}

/** The colour of the browser's own frame. */
function themeColor(scheme: 'light' | 'dark', { background }: BrandColors): string {
  const media = `(prefers-color-scheme: ${scheme})`
  return tag('meta', { name: 'theme-color', content: background[scheme], media })
}

/** An HTML element; without `text` a void one. */
function tag(name: string, attributes: Record<string, string>, text?: string): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`)
  const open = `<${name}${written.join('')}>`
  return text === undefined ? open : `${open}${escaped(text)}</${name}>`
}

/** JSON in a script element. `<` is escaped, because the first `</script` would end the element. */
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
