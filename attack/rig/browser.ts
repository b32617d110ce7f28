import { type Browser, type BrowserContext, chromium, type Page } from 'playwright'
import { CHROMIUM_ARGS, chromiumPath } from '../../scripts/chromium-path.ts'
import type { Customer } from '#harness/customers.ts'
import { until } from './until.ts'

/** Starts Chromium. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = chromiumPath()
  return chromium.launch({
    args: CHROMIUM_ARGS,
    ...(executablePath !== undefined && { executablePath }),
  })
}

/** Gives the context the cookies of a header, as the page at this address would have them. */
export async function addCookies(
  context: BrowserContext,
  url: string,
  header: string,
): Promise<void> {
  const { hostname, protocol } = new URL(url)
  await context.addCookies(
    header.split('; ').map((pair) => {
      const name = pair.slice(0, pair.indexOf('='))
      const value = pair.slice(pair.indexOf('=') + 1)
      const isHostOnly = name.startsWith('__Host-')
      const secure = isHostOnly || protocol === 'https:'
      return { name, value, domain: hostname, path: '/', secure, httpOnly: isHostOnly }
    }),
  )
}

/** The browser of a customer who is logged in. */
export async function addSession(
  context: BrowserContext,
  url: string,
  { headers }: Customer,
): Promise<void> {
  await addCookies(context, url, headers['cookie'] ?? '')
}

/** Waits until the application has taken the document over. */
export async function untilBooted(page: Page): Promise<void> {
  // public pages load it at the first movement
  await page.mouse.move(150, 300)
  await page.mouse.move(160, 310)
  // asked from outside: the page's own policy refuses to evaluate a text
  await until(() => page.evaluate<boolean>("history.scrollRestoration === 'manual'"))
  await page.waitForLoadState('networkidle')
}
