interface Request {
  port: number
  path: string
  headers?: Record<string, string>
  /** Sent as JSON by POST; without it the request is a GET. */
  body?: object
}

/** What a browser sends along with every request. */
export const BROWSER = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'accept-language': 'zh-CN,zh;q=0.8,en;q=0.5',
  'accept-encoding': 'gzip, deflate, br, zstd',
  'sec-fetch-site': 'same-origin',
}

/** What the product reads out of the session, for references that have none; sent to both. */
export const USER_HEADER = 'x-bench-user'
export const TOKEN_HASH_HEADER = 'x-bench-token-hash'

/** A whole request as the bytes of HTTP/1.1. */
export function requestText({ port, path, headers = {}, body }: Request): string {
  const content = body === undefined ? '' : JSON.stringify(body)
  const all = {
    host: `127.0.0.1:${port}`,
    connection: 'keep-alive',
    ...BROWSER,
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
