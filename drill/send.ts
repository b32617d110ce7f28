import { sendRequest } from '#harness/send-request.ts'

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

/** Sends the request once; whatever comes of it is returned. */
export async function sendOnce(call: Call, id: string): Promise<Sent> {
  const at = performance.now()
  const { method, port, path, body } = call
  const { status, text, ms } = await sendRequest(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: {
      ...call.headers,
      'x-drill-id': id,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    body: body && JSON.stringify(body),
    timeoutMs: TIMEOUT_MS,
  })
  return { id, call, status, text, ms: Math.round(ms), at }
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
