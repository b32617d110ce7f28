import { Agent, type IncomingHttpHeaders, request } from 'node:http'

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
  body?: string | undefined
  /** Without an answer by then it is given up. */
  timeoutMs?: number
}

const TIMEOUT_MS = 15_000

/** Connections stay open, as browsers keep them. */
const agent = new Agent({ keepAlive: true, maxSockets: 256 })

/** Sends the request once; whatever comes of it is returned. Redirects are not followed. */
export function sendRequest(
  url: string,
  { method = 'GET', headers = {}, body, timeoutMs = TIMEOUT_MS }: Asked = {},
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
  asked.setTimeout(timeoutMs, () => asked.destroy(new Error('no answer in time')))
  asked.on('error', (error) => end(0, {}, error.message))
  asked.end(body)
  return promise
}

/** Closes the connections that are kept. */
export function closeConnections(): void {
  agent.destroy()
}
