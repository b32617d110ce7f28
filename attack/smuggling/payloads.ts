/** Bytes of one connection in which proxy and shop could see different requests. */
export interface SmugglingPayload {
  how: string
  bytes: string
}

const HOST = 'Host: 127.0.0.1'
const KEPT = 'Connection: keep-alive'

/** Each hides a request for its own `markerOf(number)`, which no honest reading finds. */
export function smugglingPayloads(): SmugglingPayload[] {
  const makers = [...lengthAgainstChunks(), ...oddChunkedHeaders(), ...oddLengths(), ...others()]
  return makers.map(([how, make], number) => ({ how, bytes: make(hiddenRequest(number)) }))
}

/** The path that the payload of this number hides. */
export function markerOf(number: number): string {
  return `/clients/web/smuggled-${number}-`
}

function hiddenRequest(number: number): string {
  return `GET ${markerOf(number)} HTTP/1.1\r\n${HOST}\r\nX: `
}

type Maker = [how: string, make: (hidden: string) => string]

function request(
  lines: readonly string[],
  body: string,
  target = 'POST /clients/web/auth/login',
): string {
  return [`${target} HTTP/1.1`, HOST, KEPT, ...lines, '', body].join('\r\n')
}

function chunked(body: string): string {
  return `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
}

function lengthAgainstChunks(): Maker[] {
  return [
    [
      'length for the proxy, chunks for the shop',
      (hidden) => {
        const body = `0\r\n\r\n${hidden}`
        return request([`Content-Length: ${body.length}`, 'Transfer-Encoding: chunked'], body)
      },
    ],
    [
      'chunks for the proxy, length for the shop',
      (hidden) => request(['Content-Length: 4', 'Transfer-Encoding: chunked'], chunked(hidden)),
    ],
    [
      'chunks before the length',
      (hidden) => {
        const body = `0\r\n\r\n${hidden}`
        return request(['Transfer-Encoding: chunked', `Content-Length: ${body.length}`], body)
      },
    ],
    [
      'a length that a Connection header takes away',
      (hidden) =>
        request([`Content-Length: ${hidden.length}`, 'Connection: Content-Length'], hidden),
    ],
    [
      'chunks that a Connection header takes away',
      (hidden) =>
        request(['Transfer-Encoding: chunked', 'Connection: Transfer-Encoding'], chunked(hidden)),
    ],
  ]
}

/** The header that one of the two may not take for `Transfer-Encoding: chunked`. */
function oddChunkedHeaders(): Maker[] {
  const headers = [
    ...[
      'Transfer-Encoding: xchunked',
      'Transfer-Encoding : chunked',
      'Transfer-Encoding:\tchunked',
    ],
    ...['Transfer-Encoding: chunked, identity', 'Transfer-Encoding: identity, chunked'],
    ...[
      'Transfer-Encoding: Chunked',
      'Transfer-Encoding: chunked;q=1',
      'Transfer-Encoding: "chunked"',
    ],
    ...[
      'Transfer-Encoding: \x0Bchunked',
      'Transfer-Encoding: chunked\x0B',
      'Transfer_Encoding: chunked',
    ],
    ...[
      'X: x\nTransfer-Encoding: chunked',
      'X: x\rTransfer-Encoding: chunked',
      'Transfer-Encoding\n: chunked',
    ],
    ...[
      'X: x\r\n Transfer-Encoding: chunked',
      'Transfer-Encoding:\r\n chunked',
      '\0Transfer-Encoding: chunked',
    ],
    ...[
      'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity',
      'Transfer-Encoding: gzip, chunked',
    ],
    ...[
      'Transfer-Encoding: identity\r\nTransfer-Encoding: chunked',
      'Transfer-Encoding:',
      'TE: chunked',
    ],
  ]
  return headers.flatMap((header): Maker[] => [
    [
      `${JSON.stringify(header)} with a length of all`,
      (hidden) => {
        const body = `0\r\n\r\n${hidden}`
        return request([`Content-Length: ${body.length}`, header], body)
      },
    ],
    [
      `${JSON.stringify(header)} with a short length`,
      (hidden) => request(['Content-Length: 4', header], chunked(hidden)),
    ],
  ])
}

function oddLengths(): Maker[] {
  const headers: ((length: number) => string)[] = [
    (length) => `Content-Length: 0\r\nContent-Length: ${length}`,
    (length) => `Content-Length: ${length}\r\nContent-Length: 0`,
    (length) => `Content-Length: 0, ${length}`,
    (length) => `Content-Length: +${length}`,
    (length) => `Content-Length: 0x${length.toString(16)}`,
    (length) => `Content-Length: ${length}.0`,
    (length) => `Content-Length: 0\r\n ${length}`,
    (length) => `Content-Length : ${length}`,
    (length) => `Content_Length: ${length}`,
    (length) => `Content-Length:\x0B${length}`,
    (length) => `Content-Length: 1844674407370955161${length}`,
    (length) => `Content-Length: -${length}`,
    () => 'Content-Length: ',
  ]
  return headers.map((header): Maker => [
    JSON.stringify(header(9)),
    (hidden) => request([header(hidden.length)], hidden),
  ])
}

function others(): Maker[] {
  const target = (line: string): Maker => [
    `a body behind ${JSON.stringify(line)}`,
    (hidden) => request([`Content-Length: ${hidden.length}`], hidden, line),
  ]
  const chunk = (how: string, make: (hidden: string) => string): Maker => [
    how,
    (hidden) => request(['Transfer-Encoding: chunked'], make(hidden)),
  ]
  return [
    ...['GET /', 'GET /healthz', 'HEAD /', 'DELETE /x', 'OPTIONS *', 'POST /nowhere'].map(target),
    ...['POST /assets/x', 'GET /account/home', 'POST /webhooks/stripe', 'POST /csp-report'].map(
      target,
    ),
    chunk('an extension with a line break', (hidden) => `1;\n${hidden}\r\n0\r\n\r\n`),
    chunk('an extension', (hidden) => `1;a=${hidden}\r\nx\r\n0\r\n\r\n`),
    chunk('a size with 0x', (hidden) => `0x0\r\n\r\n${hidden}\r\n0\r\n\r\n`),
    chunk('a size with a space', (hidden) => `0 \r\n\r\n${hidden}`),
    chunk('a size that overflows', (hidden) => `10000000000000000\r\n\r\n${hidden}`),
    chunk('a size that is negative', (hidden) => `-1\r\n${hidden}\r\n0\r\n\r\n`),
    chunk('an end of LF', (hidden) => `1\nx\n0\n\n${hidden}`),
    chunk('an end that is short', (hidden) => `1\r\nx\r\n0\r\n${hidden}`),
    chunk('a trailer with a length', (hidden) => `0\r\nContent-Length: 9\r\nX: ${hidden}`),
    [
      'HTTP/1.0 with chunks',
      (hidden) =>
        `POST /x HTTP/1.0\r\n${HOST}\r\n${KEPT}\r\nTransfer-Encoding: chunked\r\n\r\n${chunked(hidden)}`,
    ],
    [
      'a wait for 100',
      (hidden) => request(['Expect: 100-continue', `Content-Length: ${hidden.length}`], hidden),
    ],
    [
      'an upgrade to h2c',
      (hidden) =>
        request(
          ['Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAARAAAAA', `Content-Length: ${hidden.length}`],
          hidden,
        ),
    ],
    [
      'a websocket that nobody offers',
      (hidden) =>
        request(
          ['Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Version: 777'],
          hidden,
          'GET /',
        ),
    ],
    ['an address with a line', (hidden) => request([], '', `GET /\r\n${hidden}\r\n`)],
    [
      'lines of LF alone',
      (hidden) => request(['Content-Length: 0'], hidden).replaceAll('\r\n', '\n'),
    ],
  ]
}
