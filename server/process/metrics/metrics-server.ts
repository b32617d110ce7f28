import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Registry } from 'prom-client'

/** Serves `/metrics` on a separate port that is not public. */
export async function startMetricsServer(
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
