import type { FastifyInstance } from 'fastify'
import { fileHeaders, type FileHeaderSettings } from '../pages/document-headers.ts'
import type { Config } from '../../config/config.ts'

/** Headers of API responses: nothing in them may run, be framed or be embedded. Documents have headers of their own. */
export function useApiHeaders(app: FastifyInstance, settings: FileHeaderSettings): void {
  const headers = {
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    ...fileHeaders(settings),
  }
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}

const PREFLIGHT_HEADERS = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'content-type, x-csrf-token, x-dev-mode',
  'access-control-max-age': '600',
}

/** Allows calls with cookies from the operator's other origins, and from no other origin. */
export function useCors(app: FastifyInstance, { corsOrigins }: Pick<Config, 'corsOrigins'>): void {
  if (corsOrigins.length === 0) return
  app.addHook('onRequest', async (request, reply) => {
    reply.header('vary', 'Origin')
    const { origin } = request.headers
    if (origin === undefined || !corsOrigins.includes(origin)) return
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers': 'Date, Retry-After',
    })
    if (request.method === 'OPTIONS' && request.headers['access-control-request-method']) {
      return reply.code(204).headers(PREFLIGHT_HEADERS).send()
    }
  })
}
