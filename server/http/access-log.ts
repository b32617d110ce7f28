import type { FastifyInstance } from 'fastify'

/**
 * One line an answer, documents and files aside, with the route's pattern instead of the address:
 * those may bear tokens.
 */
export function useAccessLog(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    )
    done()
  })
}
