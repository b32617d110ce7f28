import type { TestServer } from '../harness.ts'

type Init = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> }

export interface Cookie {
  value: string
  path: string
}

/** Where a browser stopped: at a page of the shop, or at an address of another site, which it does not open. */
export interface Visit {
  url: URL
  status: number
  headers: Headers
  text: string
}

export type ShopBrowser = ReturnType<typeof createShopBrowser>

/** A browser that follows redirects of the shop over real HTTP, and keeps cookies with their paths. */
export function createShopBrowser({ config }: Pick<TestServer, 'config'>) {
  const jar = new Map<string, Cookie>()
  const lines: string[] = []
  /** Every value that the shop has set, also the deleted ones. */
  const seen = new Set<string>()

  function cookieHeader(path: string): string {
    return [...jar]
      .filter(
        ([, cookie]) => path === cookie.path || path.startsWith(cookie.path.replace(/\/?$/, '/')),
      )
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ')
  }

  function keep(line: string): void {
    lines.push(line)
    const [pair = '', ...attributes] = line.split(/; ?/)
    const at = pair.indexOf('=')
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)]
    const path = attributes.find((each) => /^path=/i.test(each))?.slice('path='.length) ?? '/'
    const expires = attributes.find((each) => /^expires=/i.test(each))?.slice('expires='.length)
    const hasEnded = expires !== undefined && Date.parse(expires) <= Date.now()
    if (hasEnded || attributes.some((each) => /^max-age=0$/i.test(each))) jar.delete(name)
    else jar.set(name, { value, path })
    if (value !== '') seen.add(value)
  }

  /** Opens an address of the shop without following a redirect. */
  async function openOnce(address: string, init: Init = {}): Promise<Visit> {
    const url = new URL(address, config.publicUrl)
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: {
        ...{ accept: 'text/html', 'sec-fetch-site': 'same-origin' },
        cookie: cookieHeader(url.pathname),
        ...init.headers,
      },
    })
    for (const line of response.headers.getSetCookie()) keep(line)
    const { status, headers } = response
    return { url, status, headers, text: await response.text() }
  }

  /** The hidden fields of the page that was opened last. */
  let hidden: Record<string, string> = {}

  function keepHidden(page: string): void {
    const inputs = page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)
    hidden = Object.fromEntries([...inputs].map(([, name, value]) => [name!, value!]))
  }

  async function open(address: string, init: Init = {}): Promise<Visit> {
    let visit = await openOnce(address, init)
    for (let redirects = 0; redirects < 12; redirects += 1) {
      const location = visit.headers.get('location')
      if (location === null) {
        keepHidden(visit.text)
        return visit
      }
      const url = new URL(location, visit.url)
      if (url.origin !== config.publicUrl)
        return { url, status: 0, headers: new Headers(), text: '' }
      visit = await openOnce(url.href)
    }
    throw new Error(`more than 12 redirects: ${visit.url.href}`)
  }

  return {
    jar,
    seen,
    /** Every `Set-Cookie` header. */
    lines,
    open,
    openOnce,
    /** Sends a form as the page of the shop does that was opened last, with its hidden fields. */
    submit: (address: string, fields: Record<string, string>) =>
      open(address, { method: 'POST', body: new URLSearchParams({ ...hidden, ...fields }) }),
    /** Takes the cookies of a logged-in client. */
    adopt({ cookies }: { cookies: ReadonlyMap<string, string> }): void {
      for (const [name, value] of cookies)
        jar.set(name, { value: encodeURIComponent(value), path: '/' })
    },
  }
}
