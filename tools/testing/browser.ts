import type { FinishedJob, JobEvent, JobOrder } from '../wire/job.ts'

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
    /** Sends a job as the page does; returns every event of its answer, or the refusal. */
    async sendJob(
      url: string,
      order: Partial<JobOrder>,
      { onEvent = () => {} }: { onEvent?: (event: JobEvent) => void } = {},
    ): Promise<JobEvent[]> {
      const response = await send(`${url}/jobs`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ id: 'job-0000-0001', tool: 'chinese', choice: 'tw', ...order }),
      })
      if (!response.ok || response.body === null) {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own server wrote it
        return [{ type: 'failed', ...((await response.json()) as object) } as JobEvent]
      }
      const events: JobEvent[] = []
      let rest = ''
      for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
        const lines = (rest + piece).split('\n')
        rest = lines.pop() ?? ''
        for (const line of lines) {
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own server wrote it
          const event = JSON.parse(line) as JobEvent
          events.push(event)
          onEvent(event)
        }
      }
      return events
    },
  }
}

/** The result of a job; throws when it failed. */
export function resultOf(events: readonly JobEvent[]): FinishedJob {
  const last = events.at(-1)
  if (last?.type !== 'done') throw new Error(`the job ended with ${JSON.stringify(last)}`)
  return last
}
