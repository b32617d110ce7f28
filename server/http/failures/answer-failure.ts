import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode } from '#contract/errors.ts'
import { CommitUnanswered, DatabaseUnavailable, UnstorableText } from '../../db/sql.ts'
import { clearLoginCookies, type CookieSettings } from '../cookies.ts'
import { fileHeaders, type FileHeaderSettings } from '../pages/document-headers.ts'
import { AppError } from '../app-error.ts'

/** Long enough for a connection pool to notice that the database is back. */
const DEPENDENCY_RETRY_S = 3

/** Turns anything thrown into a failure of the catalogue; INTERNAL stands for our own bugs. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof CommitUnanswered) {
    // no time to try again: the work may have been done
    return new AppError('DEPENDENCY_DOWN', { message: MAY_BE_DONE, cause: error })
  }
  if (error instanceof DatabaseUnavailable) {
    return new AppError('DEPENDENCY_DOWN', { retryAfter: DEPENDENCY_RETRY_S, cause: error })
  }
  if (error instanceof UnstorableText) {
    return new AppError('VALIDATION', { message: '内容包含无法保存的字符' })
  }
  // Fastify's own refusals: malformed, oversize or wrongly typed requests
  switch (statusOf(error)) {
    case 415:
      return new AppError('UNSUPPORTED_MEDIA', {
        message: '请求的内容类型不受支持，请用 application/json',
      })
    case 404:
      return new AppError('NOT_FOUND')
    case 413:
      return new AppError('VALIDATION', { message: '请求内容过大' })
    case 414:
      return new AppError('VALIDATION', { message: '网址过长' })
    case 400:
      return new AppError('VALIDATION', isBrokenJson(error) ? { message: NO_JSON } : {})
    default:
      return new AppError('INTERNAL', { cause: error })
  }
}

declare module 'fastify' {
  interface FastifyReply {
    /** The code of the catalogue that was answered; null: none. */
    failureCode: ErrorCode | null
  }
}

/** Lets hooks see which code was answered. */
export function noteFailures(app: FastifyInstance): void {
  app.decorateReply('failureCode', null)
}

/**
 * Creates the error handler. Its response never contains a stack, SQL or a file path. With `hasCookies` false a
 * 401 clears no login cookies: applications have none.
 */
export function createFailureHandler(
  settings: CookieSettings & FileHeaderSettings,
  { hasCookies = true } = {},
) {
  const headers = { 'cache-control': 'no-store', ...fileHeaders(settings) }
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const failure = toAppError(error)
    const { code, status, message, details } = failure
    reply.failureCode = code
    if (code === 'INTERNAL') request.log.error({ err: error }, 'unforeseen failure')
    else if (status >= 500) request.log.warn({ err: details.cause ?? failure }, code)
    if (status === 401 && hasCookies) clearLoginCookies(reply, settings)
    if (details.retryAfter !== undefined) {
      reply.header('retry-after', String(Math.max(1, Math.ceil(details.retryAfter))))
    }
    return reply
      .code(status)
      .headers(headers)
      .type('application/json; charset=utf-8')
      .send({
        statusCode: status,
        code,
        message,
        data: details.data ?? null,
        ...(details.fields && { fields: details.fields }),
        requestId: request.id,
      })
  }
}

const MAY_BE_DONE = '操作可能已完成，请刷新页面核对'

const NO_JSON = '请求的内容不是正确的 JSON'

/** What `JSON.parse` and Fastify's own parser throw, also for a `__proto__`. */
function isBrokenJson(error: unknown): boolean {
  return (
    error instanceof SyntaxError ||
    (error instanceof Error && 'code' in error && error.code === 'FST_ERR_CTP_INVALID_JSON_BODY')
  )
}

function statusOf(error: unknown): unknown {
  return error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
}
