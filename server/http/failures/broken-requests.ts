import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type ErrorCode, errorCatalogue } from '#contract/errors.ts'

const CODES: Record<string, ErrorCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
}

/** Answers a request that Node cannot parse, such as one with too many cookies, and closes the connection. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const response = responseFor(CODES[error.code ?? ''] ?? 'VALIDATION')
  socket.end(response, () => socket.destroy())
}

function responseFor(code: ErrorCode): string {
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
    'x-content-type-options: nosniff',
    'connection: close',
    '',
    body,
  ].join('\r\n')
}
