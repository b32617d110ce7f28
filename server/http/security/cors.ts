import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config/config.ts'

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
