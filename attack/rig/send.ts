import { Agent, type IncomingHttpHeaders, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'

export interface Reply {
  /** 0 = no answer. */
  status: number
  headers: IncomingHttpHeaders
  /** Of the answer, or why there was none. */
  text: string
  ms: number
}

export interface Asked {
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
  timeoutMs?: number
}

const TIMEOUT_MS = 15_000
/** An answer that comes later counts as a hang. */
export const HANG_MS = 10_000

const agent = new Agent({ keepAlive: true, maxSockets: 128 })

/** Sends the request once; whatever comes of it is returned. Redirects are not followed, certificates not checked. */
export function send(
  url: string,
  { method = 'GET', headers = {}, body, timeoutMs = TIMEOUT_MS }: Asked = {},
): Promise<Reply> {
  const { promise, resolve } = Promise.withResolvers<Reply>()
  const startedAt = performance.now()
  const end = (status: number, answered: IncomingHttpHeaders, text: string): void =>
    resolve({ status, headers: answered, text, ms: performance.now() - startedAt })
  const { hostname, port, protocol } = new URL(url)
  // as it is written, not as URL mends it
  const path = url.slice(url.indexOf('/', url.indexOf('//') + 2))
  const all = {
    ...headers,
    ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
  }
  const target = { hostname, port, path, method, headers: all }
  try {
    const asked =
      protocol === 'https:'
        ? requestHttps({ ...target, rejectUnauthorized: false, agent: false })
        : requestHttp({ ...target, agent })
    asked.once('response', (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => (text += part))
      response.on('end', () => end(response.statusCode ?? 0, response.headers, text))
      response.on('error', (error) => end(0, {}, error.message))
    })
    asked.setTimeout(timeoutMs, () => asked.destroy(new Error('no answer in time')))
    asked.on('error', (error) => end(0, {}, error.message))
    asked.end(body)
  } catch (error) {
    end(-1, {}, String(error))
  }
  return promise
}

/** Closes the connections that are kept. */
export function closeConnections(): void {
  agent.destroy()
}

/** Works on all items, at most so many at a time. */
export async function inParallel<T>(
  items: readonly T[],
  lanes: number,
  work: (item: T, index: number) => Promise<void>,
): Promise<void> {
  let next = 0
  const lane = async (): Promise<void> => {
    while (next < items.length) {
      const index = next
      next += 1
      await work(items[index]!, index)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}
