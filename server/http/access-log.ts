import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Responses of this route are not logged. A log level for the route would make new log methods for each request. */
    isUnlogged?: true
  }
}

/** Logs a line for each response but those of pages and files. It names the route, for an address may hold a token. */
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
