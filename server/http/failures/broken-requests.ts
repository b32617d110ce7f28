import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type ErrorCode, errorCatalogue } from '#contract/errors.ts'
import { fileHeaders, type FileHeaderSettings } from '../pages/document-headers.ts'

const CODES: Record<string, ErrorCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
}

/** Returns what answers a request that Node cannot parse, such as one with too many cookies, and closes the connection. */
export function createBrokenRequestHandler(settings: FileHeaderSettings) {
  const headers = Object.entries(fileHeaders(settings)).map((header) => header.join(': '))
  return (error: BrokenRequest, socket: Socket): void => {
    // the rest of a long request is an error of its own
    if (error.code === 'ECONNRESET' || socket.destroyed || socket.writableEnded) return
    const code = CODES[error.code ?? ''] ?? 'VALIDATION'
    const [head, body] = responseFor(code, headers)
    socket.end(isHead(error) ? head : head + body, () => socket.destroy())
  }
}

/** What Node tells of a request that it cannot parse. */
interface BrokenRequest extends Error {
  code?: string
  /** The bytes that arrived together and hold the fault. */
  rawPacket?: unknown
}

/** An answer to HEAD has no body: the client would take it for the next answer. */
function isHead({ rawPacket }: BrokenRequest): boolean {
  return Buffer.isBuffer(rawPacket) && rawPacket.toString('latin1', 0, 5) === 'HEAD '
}

function responseFor(code: ErrorCode, headers: readonly string[]): [head: string, body: string] {
  const { status, message } = errorCatalogue[code]
  const body = JSON.stringify({
    statusCode: status,
    code,
    message,
    data: null,
    requestId: randomUUID(),
  })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    ...headers,
    'connection: close',
    '\r\n',
  ].join('\r\n')
  return [head, body]
}
