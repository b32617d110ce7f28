import type { FastifyInstance } from 'fastify'

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
