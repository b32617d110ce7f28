import { BROWSER_HEADERS } from '#harness/browser-headers.ts'

interface Request {
  port: number
  path: string
  headers?: Record<string, string>
  /** Sent as JSON by POST; without it the request is a GET. */
  body?: object
}

/** References have no sessions and read the user from these headers; both sides receive them. */
export const USER_HEADER = 'x-bench-user'
export const TOKEN_HASH_HEADER = 'x-bench-token-hash'

/** Stands in a request for an id that is not known yet. */
export const NO_ID = '00000000-0000-0000-0000-000000000000'

/** A complete HTTP/1.1 request as text. */
export function requestText({ port, path, headers = {}, body }: Request): string {
  const content = body === undefined ? '' : JSON.stringify(body)
  const all = {
    host: `127.0.0.1:${port}`,
    connection: 'keep-alive',
    ...BROWSER_HEADERS,
    ...headers,
    ...(body !== undefined && {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(content)),
    }),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  const method = body === undefined ? 'GET' : 'POST'
  return [`${method} ${path} HTTP/1.1`, ...lines, '', content].join('\r\n')
}
