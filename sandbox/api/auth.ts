import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { ApiError } from './errors.ts'

/** The shop's server with the secret key, or a browser with the publishable one. */
export type Caller = 'server' | 'browser'

export interface ApiKeys {
  secretKey: string
  publishableKey: string
}

/** Who calls, by the key in `Authorization` (Bearer, or Basic with the key as user). */
export function authenticate(header: string | undefined, keys: ApiKeys, openTo: Caller): Caller {
  const given = apiKeyOf(header)
  if (given === undefined) {
    throw refused(401, 'No API key: send "Authorization: Bearer" and the key.')
  }
  if (isSameKey(given, keys.secretKey)) return 'server'
  if (!isSameKey(given, keys.publishableKey)) throw refused(401, 'The API key is unknown here.')
  if (openTo === 'browser') return 'browser'
  throw refused(403, 'This call needs the secret key.', 'secret_key_required')
}

/** The key of a Bearer or Basic header; undefined when there is none. */
export function apiKeyOf(header: string | undefined): string | undefined {
  const [scheme = '', value = ''] = (header ?? '').split(' ', 2)
  if (value === '') return undefined
  if (scheme.toLowerCase() === 'bearer') return value
  if (scheme.toLowerCase() !== 'basic') return undefined
  return Buffer.from(value, 'base64').toString('utf8').split(':', 1)[0]
}

/** Compares in constant time. */
export function isSameKey(given: string, own: string): boolean {
  return timingSafeEqual(sha256(given), sha256(own))
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function refused(status: number, message: string, code?: string): ApiError {
  return new ApiError(status, {
    type: 'invalid_request_error',
    ...(code === undefined ? {} : { code }),
    message,
  })
}

const HEADERS = 'authorization, content-type, idempotency-key, stripe-version'

/** Lets pages of these origins call the API; other origins get no CORS headers. No cookie is ever read. */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('vary', 'origin')
    const { origin } = request.headers
    if (origin === undefined || !origins.includes(origin)) return
    reply
      .header('access-control-allow-origin', origin)
      .header('access-control-expose-headers', 'request-id, idempotent-replayed')
  })
  app.options('/v1/*', async (_request, reply) =>
    reply
      .header('access-control-allow-methods', 'GET, POST')
      .header('access-control-allow-headers', HEADERS)
      .header('access-control-max-age', '600')
      .code(204)
      .send(),
  )
}
