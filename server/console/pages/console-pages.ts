import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import { loadAssets } from '../../http/pages/assets.ts'
import { fileHeaders } from '../../http/pages/document-headers.ts'
import type { Pages } from '../../http/pages/pages.ts'
import { compress, createResource } from '../../http/pages/resource.ts'
import type { ConsoleDeps } from '../deps.ts'

const BUNDLE = fileURLToPath(new URL('../../../dist/console', import.meta.url))

/** Only our own files; no inline code, and no string becomes code or markup. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

const manifestSchema = z.record(
  z.string(),
  z.object({ file: z.string(), css: z.optional(z.array(z.string())) }),
)

/** The console's one document, which every address of a page answers, and its files. */
export async function loadConsolePages({
  config,
  content,
  settings,
}: Pick<ConsoleDeps, 'config' | 'content' | 'settings'>): Promise<Pages> {
  const own = { publicUrl: settings.url, hstsSubdomains: config.hstsSubdomains }
  const assets = await loadAssets(BUNDLE, own)
  const json = await readFile(join(BUNDLE, '.vite', 'manifest.json'), 'utf8')
  const manifest = manifestSchema.parse(JSON.parse(json))
  const html = renderDocument(manifest, { config, content, settings })
  const document = createResource(await compress(Buffer.from(html)), {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': POLICY,
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=(), usb=()',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      ...fileHeaders(own),
    },
  })
  return { resources: assets, notFound: document }
}

type Manifest = z.output<typeof manifestSchema>

function renderDocument(
  manifest: Manifest,
  { config, content, settings }: Pick<ConsoleDeps, 'config' | 'content' | 'settings'>,
): string {
  const file = (source: string) => {
    const found = manifest[source]
    if (found === undefined) throw new Error(`the console's build has no file for ${source}`)
    return `/${found.file}`
  }
  const { name, timeZone, currency, creditUnit, invoices } = content.site
  const isMailKept = config.mail.smtpUrl === null && !config.isProduction
  const site = {
    name,
    timeZone,
    currency,
    creditUnit,
    invoices,
    without: settings.without,
    apiBase: '',
    publicUrl: config.publicUrl,
    mailUrl: isMailKept ? `${config.publicUrl}/dev/mail` : null,
  }
  const block = JSON.stringify({ site, plans: [], sheets: {} }).replaceAll('<', String.raw`\u003c`)
  return [
    '<!doctype html><html lang="zh-CN" id="top"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escaped(name)}控制台</title>`,
    '<meta name="robots" content="noindex">',
    `<script src="${file('before-paint.ts')}"></script>`,
    `<link rel="stylesheet" href="${file('styles/console.css')}">`,
    `<script type="module" src="${file('main.tsx')}"></script></head><body>`,
    '<noscript>控制台需要 JavaScript，请在浏览器设置里启用它。</noscript>',
    `<div id="root"></div><script type="application/json" id="site">${block}</script></body></html>`,
  ].join('')
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
