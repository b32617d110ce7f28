import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers of this route are worth no line. A level of its own would cost each request new log methods. */
    isUnlogged?: true
  }
}

/**
 * One line an answer, documents and files aside, with the route's pattern instead of the address:
 * those may bear tokens.
 */
export function useAccessLog(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { config, url = 'unknown' } = request.routeOptions
    if (config.isUnlogged) return done()
    request.log.info(
      {
        method: request.method,
        route: url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    )
    done()
  })
}
