export interface Visit {
  url: URL
  status: number
  headers: Headers
  text: string
}

type Init = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> }

export type TestBrowser = ReturnType<typeof createBrowser>

/** A browser for programs on this machine: it follows redirects, and ports share its cookies. */
export function createBrowser() {
  const jar = new Map<string, { value: string; path: string }>()

  function keep(line: string): void {
    const [pair = '', ...attributes] = line.split(/; ?/)
    const at = pair.indexOf('=')
    const name = pair.slice(0, at)
    const valueOf = (attribute: string) =>
      attributes
        .find((each) => each.toLowerCase().startsWith(`${attribute}=`))
        ?.slice(attribute.length + 1)
    const expires = valueOf('expires')
    const hasEnded =
      valueOf('max-age') === '0' || (expires !== undefined && Date.parse(expires) <= Date.now())
    if (hasEnded) jar.delete(name)
    else jar.set(name, { value: pair.slice(at + 1), path: valueOf('path') ?? '/' })
  }

  function cookiesFor(path: string): string {
    return [...jar]
      .filter(
        ([, cookie]) => path === cookie.path || path.startsWith(cookie.path.replace(/\/?$/, '/')),
      )
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ')
  }

  async function send(
    address: string | URL,
    { headers: given = {}, ...init }: Init = {},
  ): Promise<Response> {
    const url = new URL(address)
    const headers = {
      accept: 'text/html',
      'sec-fetch-site': 'same-origin',
      cookie: cookiesFor(url.pathname),
    }
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { ...headers, ...given },
    })
    for (const line of response.headers.getSetCookie()) keep(line)
    return response
  }

  async function open(address: string | URL, init: Init = {}): Promise<Visit> {
    let url = new URL(address)
    let response = await send(url, init)
    for (let redirects = 0; redirects < 12; redirects += 1) {
      const location = response.headers.get('location')
      const { status, headers } = response
      if (location === null) return { url, status, headers, text: await response.text() }
      await response.body?.cancel()
      url = new URL(location, url)
      response = await send(url)
    }
    throw new Error(`more than 12 redirects: ${url.href}`)
  }

  return {
    jar,
    send,
    open,
    /** Takes the cookies of a client that is logged in at the shop. */
    adopt({ cookies }: { cookies: ReadonlyMap<string, string> }): void {
      for (const [name, value] of cookies)
        jar.set(name, { value: encodeURIComponent(value), path: '/' })
    },
  }
}
