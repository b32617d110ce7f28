import { globSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { createServer, type ViteDevServer } from 'vite'
import type { Combo } from '#contract/shapes.ts'
import { loadConfig } from '../server/config/config.ts'
import { MEDIA_TYPES } from '../server/http/pages/assets.ts'
import { type Content, loadContent, toSite } from '../server/site/content/load-content.ts'
import { iconUrlOf } from '../server/site/pages/site-files.ts'
import { brandColorsOf } from '../server/site/colors/brand-colors.ts'
import { endWithParent } from './end-with-parent.ts'
import { ROOT } from './run-program.ts'

/** What `web/prerender.tsx` exports, as the development server loads it. */
interface Renderer {
  renderPages: (input: object) => Promise<{ path: string; status: number; html: string }[]>
}

const PORT = Number(process.env['PORT'] ?? 5173)
/** The server for calls that the mock does not answer. */
const SERVER = process.env['SERVER_URL'] ?? 'http://localhost:3000'
const isMock = process.env['VITE_MOCK'] === '1'

/** Serves the sources themselves instead of a build. */
const ASSETS = {
  beforePaint: '/before-paint.ts',
  earlyBalance: '/early-balance.ts',
  boot: '/boot.ts',
  // the start imports the app itself; from a list of files it would come under another address, and run twice
  main: '/boot.ts',
  mainImports: [],
  publicCss: '/styles/public.css',
  accountCss: '/styles/account.css',
  sheets: Object.fromEntries(
    globSync('**/*-page.css', { cwd: join(ROOT, 'web') }).map((sheet) => [
      sheet.replace(/css$/, 'tsx'),
      `/${sheet}`,
    ]),
  ),
  pages: {},
}

endWithParent()
const config = loadConfig({
  PORT: String(PORT),
  SECRET_KEY: 'of-no-use-to-a-server-of-pages-alone-0000',
})
const content = loadContent('content', config.payments.methods)
const plans = [...content.plans]
const vite = await createServer({
  appType: 'custom',
  cacheDir: join(ROOT, '.cache/vite'),
  // a dependency found later would reload the page
  optimizeDeps: { entries: ['**/*.{ts,tsx}', '!**/*.test.{ts,tsx}', '!testing/**'] },
  define: { __ASSETS__: JSON.stringify(ASSETS) },
  server: { port: PORT, strictPort: true, ...(!isMock && { proxy: { '/clients': SERVER } }) },
})
vite.middlewares.use(async (request, response, next) => {
  const { pathname } = new URL(request.url ?? '/', config.publicUrl)
  try {
    if (!(await answer(pathname, response))) next()
  } catch (error) {
    next(error)
  }
})
await vite.listen()
vite.printUrls()

/** Serves documents as the server makes them, rendered anew for every request, and the operator's pictures. */
async function answer(pathname: string, response: ServerResponse): Promise<boolean> {
  const picture = pictureAt(content, pathname)
  if (picture) {
    response.setHeader('content-type', MEDIA_TYPES[picture.extension] ?? 'image/png')
    response.end(picture.body)
    return true
  }
  if (/\.(?!html$)\w+$/.test(pathname) || pathname.startsWith('/@')) return false
  const { status, html } = await documentAt(vite, pathname)
  response.statusCode = status
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end(html)
  return true
}

async function documentAt(server: ViteDevServer, pathname: string) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own web/prerender.tsx
  const renderer = (await server.ssrLoadModule('/prerender.tsx')) as Renderer
  const site = toSite(content, config)
  const pages = await renderer.renderPages({
    site,
    plans,
    iconUrl: iconUrlOf(content),
    // the sources are shown in the design's own colours
    colors: brandColorsOf({}),
    cards: [],
  })
  const page = pages.find(({ path }) => path === pathname) ?? pages.find(({ path }) => path === '*')
  if (!page) throw new Error(`nothing renders ${pathname}`)
  const scripts = page.html.replace(
    '<script src="/before-paint.ts">',
    `${mockScripts(plans)}<script type="module" src="/before-paint.ts">`,
  )
  return { status: page.status, html: await server.transformIndexHtml(pathname, scripts) }
}

/** The only place that adds the mock to a page. */
function mockScripts(onSale: Combo[]): string {
  if (!isMock) return ''
  const json = JSON.stringify(onSale).replaceAll('<', String.raw`\u003c`)
  return `<script type="application/json" id="mock-plans">${json}</script><script type="module" src="/mock/start.ts"></script>`
}

function pictureAt({ site, logo, icon }: Content, pathname: string) {
  if (pathname === `/brand/${site.logo}`) return logo
  return pathname === iconUrlOf(content) || pathname === '/favicon.ico' ? icon : undefined
}
