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
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    const response = responseFor(CODES[error.code ?? ''] ?? 'VALIDATION', headers)
    socket.end(response, () => socket.destroy())
  }
}

function responseFor(code: ErrorCode, headers: readonly string[]): string {
  const { status, message } = errorCatalogue[code]
  const body = JSON.stringify({
    statusCode: status,
    code,
    message,
    data: null,
    requestId: randomUUID(),
  })
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    ...headers,
    'connection: close',
    '',
    body,
  ].join('\r\n')
}
