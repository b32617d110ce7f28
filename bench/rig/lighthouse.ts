import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { chromium } from 'playwright'
import { CHROMIUM_ARGS, chromiumPath } from '../../scripts/chromium-path.ts'
import { untilInterrupted } from './interruption.ts'

/** Results of one visit with Lighthouse's mobile preset. */
export interface Visit {
  firstPaintS: number
  largestPaintS: number
  blockedMs: number
  shift: number
  /** Points of 100. */
  performance: number
  /** The lowest of accessibility, best practices and search engines. */
  others: number
}

export interface Browser extends AsyncDisposable {
  visit(url: string): Promise<Visit>
  /** Sets cookies for later visits. */
  setCookies(url: string, cookies: Record<string, string>): Promise<void>
}

/** A browser of its own; every visit begins with an empty cache. */
export async function startBrowser(): Promise<Browser> {
  const chrome = await launch({
    chromePath: chromiumPath() ?? chromium.executablePath(),
    chromeFlags: ['--headless=new', ...CHROMIUM_ARGS],
    logLevel: 'error',
    // chrome-launcher's handler would end this process while a shop and a database still run
    handleSIGINT: false,
  })
  // it is in a process group of its own, so no signal of the terminal reaches it
  process.once('exit', () => chrome.kill())
  return {
    visit: (url) => untilInterrupted(visit(url, chrome.port)),
    async setCookies(url, cookies) {
      const connected = await chromium.connectOverCDP(`http://127.0.0.1:${chrome.port}`)
      const given = Object.entries(cookies).map(([name, value]) => {
        // the browser accepts `__Host-` cookies for secure pages only, and treats localhost as secure
        const isSecure = name.startsWith('__Host-')
        return {
          name,
          value,
          secure: isSecure,
          url: isSecure ? url.replace('http:', 'https:') : url,
        }
      })
      await connected.contexts()[0]?.addCookies(given)
      await connected.close()
    },
    async [Symbol.asyncDispose]() {
      chrome.kill()
    },
  }
}

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const

/** Loads of a page when Lighthouse records no navigation, which happens on a busy machine. */
const TRIES = 3

async function visit(url: string, port: number, tries: number = TRIES): Promise<Visit> {
  const result = await lighthouse(url, {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: [...CATEGORIES],
  })
  if (!result) throw new Error(`Lighthouse returned no result for ${url}`)
  const { audits, categories, runtimeError, finalDisplayedUrl } = result.lhr
  if (runtimeError?.code === 'NO_NAVSTART' && tries > 1) return visit(url, port, tries - 1)
  if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`)
  if (finalDisplayedUrl !== url) throw new Error(`${url} led to ${finalDisplayedUrl}`)
  const value = (audit: string) => {
    const number = audits[audit]?.numericValue
    if (number === undefined) throw new Error(`Lighthouse has no ${audit} for ${url}`)
    return number
  }
  const points = (category: string) => Math.round((categories[category]?.score ?? 0) * 100)
  const [performance, ...others] = CATEGORIES.map(points)
  return {
    firstPaintS: value('first-contentful-paint') / 1_000,
    largestPaintS: value('largest-contentful-paint') / 1_000,
    blockedMs: value('total-blocking-time'),
    shift: value('cumulative-layout-shift'),
    performance: performance ?? 0,
    others: Math.min(...others),
  }
}
