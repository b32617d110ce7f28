import type { Config } from '../../config/config.ts'
import type { Sql } from '../../db/sql.ts'
import type { Instruments } from './metrics.ts'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Registry } from 'prom-client'

/** Without OPS_PORT nothing is measured and prom-client is not loaded. */
const UNMEASURED: Instruments = {
  measureResponses: async () => {},
  measureFile: () => {},
  timePayments: (payments) => payments,
  countViolation: () => {},
}

/** Serves the metrics when OPS_PORT is set. */
export async function startMetrics(
  { opsPort, opsHost }: Pick<Config, 'opsPort' | 'opsHost'>,
  sql: Sql,
  cleanup: AsyncDisposableStack,
): Promise<Instruments> {
  if (opsPort === null) return UNMEASURED
  const { createMetrics } = await import('./metrics.ts')
  const metrics = createMetrics(sql)
  const server = await startMetricsServer({ port: opsPort, host: opsHost }, metrics.registry)
  cleanup.defer(() => server.stop())
  return metrics
}

/** Serves `/metrics` on a separate port that is not public. */
async function startMetricsServer(
  address: { port: number; host: string },
  registry: Registry,
): Promise<{ stop(): void }> {
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    try {
      const text = await registry.metrics()
      response.writeHead(200, { 'content-type': registry.contentType }).end(text)
    } catch {
      response.writeHead(503).end()
    }
  })
  server.listen(address)
  await once(server, 'listening')
  server.unref()
  return {
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}
