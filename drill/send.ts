import { Agent, request } from 'node:http'

export interface Call {
  name: string
  method: 'GET' | 'POST'
  /** Of a proxy. */
  port: number
  path: string
  headers: Record<string, string>
  body?: object
}

export interface Sent {
  id: string
  call: Call
  /** 0 = no answer. */
  status: number
  /** Why there was none, or the answer. */
  text: string
  ms: number
  /** When it was sent, as `performance.now()` counts. */
  at: number
}

const TIMEOUT_MS = 30_000
/** Connections to the proxies stay open, as browsers keep them. */
const agent = new Agent({ keepAlive: true, maxSockets: 256 })

/** Sends the request once; whatever comes of it is returned. */
export function sendOnce(call: Call, id: string): Promise<Sent> {
  const { promise, resolve } = Promise.withResolvers<Sent>()
  const startedAt = performance.now()
  const end = (status: number, text: string): void =>
    resolve({
      ...{ id, call, status, text, at: startedAt },
      ms: Math.round(performance.now() - startedAt),
    })
  const body = call.body === undefined ? undefined : JSON.stringify(call.body)
  const { method, port, path } = call
  const headers = {
    ...call.headers,
    'x-drill-id': id,
    ...(body !== undefined && {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
    }),
  }
  const asked = request({ agent, host: '127.0.0.1', port, path, method, headers }, (response) => {
    let text = ''
    response.setEncoding('utf8')
    response.on('data', (part: string) => (text += part))
    response.on('end', () => end(response.statusCode ?? 0, text))
    response.on('error', (error) => end(0, error.message))
  })
  asked.setTimeout(TIMEOUT_MS, () => asked.destroy(new Error('no answer in time')))
  asked.on('error', (error) => end(0, error.message))
  asked.end(body)
  return promise
}

export function closeConnections(): void {
  agent.destroy()
}

/** Requests that the nodes answered more than once, from the lines of `harness/preload/trace-requests.ts`. */
export function findDoubled(trace: string): string[] {
  const seen = new Set<string>()
  const doubled = new Set<string>()
  for (const line of trace.trim().split('\n')) {
    const id = line.split(' ', 1)[0]!
    // not one of the drill's
    if (id === '-') continue
    if (seen.has(id)) doubled.add(id)
    seen.add(id)
  }
  return [...doubled]
}
