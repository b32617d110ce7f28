import type { FastifyPluginAsync } from 'fastify'
import type { Sql } from '../../db/sql.ts'
import type { FileHeaderSettings } from '../../http/pages/document-headers.ts'
import { useApiHeaders } from '../../http/security/api-headers.ts'
import type { DiskWatch } from './disk-watch.ts'
import { pingDatabase } from './health.store.ts'

/** Shared by the probes and the shutdown: after the first signal the proxy should use other nodes. */
export interface Readiness {
  isStopping: boolean
}

/** `/healthz`: the process answers. `/readyz`: its database answers and can write, so a proxy may send visitors. */
export function healthRoutes(
  sql: Sql,
  readiness: Readiness,
  disk: DiskWatch,
  config: FileHeaderSettings,
): FastifyPluginAsync {
  return async (app) => {
    useApiHeaders(app, config)
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    app.get('/healthz', async () => ({ status: 'ok' }))
    app.get('/readyz', async (_request, reply) => {
      if (readiness.isStopping) return reply.code(503).send({ status: 'stopping' })
      try {
        await pingDatabase(sql)
      } catch {
        return reply.code(503).send({ status: 'database' })
      }
      if (await disk.isFull()) return reply.code(503).send({ status: 'disk' })
      return { status: 'ok' }
    })
  }
}
