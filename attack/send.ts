import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { envelope } from '#contract/envelope.ts'
import { BROWSER_HEADERS } from '#harness/browser-headers.ts'
import { fetchCsrfToken } from '#harness/customers.ts'

export interface Reply {
  /** 0 = no answer. */
  status: number
  headers: IncomingHttpHeaders
  /** Of the answer, or why there was none. */
  text: string
  ms: number
}

interface Asked {
  method?: string
  headers?: Record<string, string>
  body?: string
}

const TIMEOUT_MS = 15_000

const agent = new Agent({ keepAlive: true, maxSockets: 128 })

/** Sends the request once; whatever comes of it is returned. Redirects are not followed. */
export function send(
  url: string,
  { method = 'GET', headers = {}, body }: Asked = {},
): Promise<Reply> {
  const { promise, resolve } = Promise.withResolvers<Reply>()
  const startedAt = performance.now()
  const end = (status: number, answered: IncomingHttpHeaders, text: string): void =>
    resolve({ status, headers: answered, text, ms: performance.now() - startedAt })
  const length = body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }
  const asked = request(url, { method, agent, headers: { ...headers, ...length } })
  asked.once('response', (response) => {
    let text = ''
    response.setEncoding('utf8')
    response.on('data', (part: string) => (text += part))
    response.on('end', () => end(response.statusCode ?? 0, response.headers, text))
    response.on('error', (error) => end(0, {}, error.message))
  })
  asked.setTimeout(TIMEOUT_MS, () => asked.destroy(new Error('no answer in time')))
  asked.on('error', (error) => end(0, {}, error.message))
  asked.end(body)
  return promise
}

/** Closes the connections that are kept. */
export function closeConnections(): void {
  agent.destroy()
}

/** Posts JSON as a page of the shop does. */
export function post(
  address: string,
  input: unknown,
  headers: Record<string, string>,
): Promise<Reply> {
  return send(address, {
    method: 'POST',
    headers: { ...BROWSER_HEADERS, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(input),
  })
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

/** An address of a network of its own; each number gives another one. */
export function addressOf(number: number): string {
  return `100.${64 + ((number >> 16) & 63)}.${(number >> 8) & 255}.${number & 255}`
}

/** Headers of a browser without a session at this address, with its csrf token. */
export async function openVisitor(url: string, address: string): Promise<Record<string, string>> {
  const forwarded = { 'x-forwarded-for': address }
  const { token, cookie } = await fetchCsrfToken(url, forwarded)
  return { ...forwarded, cookie, 'x-csrf-token': token }
}

/** The code of the catalogue that a call was answered with; '' for a success or what is no envelope. */
export function codeOf({ text }: Reply): string {
  try {
    return envelope.parse(JSON.parse(text)).code ?? ''
  } catch {
    return ''
  }
}
