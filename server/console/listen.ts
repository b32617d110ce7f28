import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { Deps } from '../deps.ts'
import { endStalledReaders } from '../http/end-stalled-readers.ts'
import { createBrokenRequestHandler } from '../http/failures/broken-requests.ts'

/** In milliseconds. */
const TIMEOUTS = {
  requestTimeout: 15_000,
  keepAliveTimeout: 72_000,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 5_000,
}

interface Options {
  cleanup: AsyncDisposableStack
  /** A listening socket that a supervisor holds. */
  socket: number | null
  measureResponses: FastifyPluginAsync
}

/**
 * Listens for the operator's console; null when it is off. Its code and files are loaded at the first request, so that
 * a shop whose console nobody opens keeps its memory.
 */
export async function listenForConsole(
  deps: Deps,
  { cleanup, socket, measureResponses }: Options,
): Promise<Server | null> {
  const settings = deps.config.console
  if (settings === null) return null
  let opening: Promise<FastifyInstance> | undefined

  async function open(): Promise<FastifyInstance> {
    const [{ buildConsole }, { loadConsolePages }] = await Promise.all([
      import('./app.ts'),
      import('./pages/console-pages.ts'),
    ])
    const consoleDeps = { ...deps, settings: settings! }
    const app = await buildConsole(consoleDeps, await loadConsolePages(consoleDeps), {
      measureResponses,
    })
    await app.ready()
    return app
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      opening ??= open()
      const app = await opening
      app.routing(request, response)
    } catch (err) {
      // the next request tries again
      opening = undefined
      deps.log.error({ err }, 'the console does not open')
      response.writeHead(503, { 'retry-after': '3', 'cache-control': 'no-store' }).end()
    }
  }

  const server = createServer(TIMEOUTS, (request, response) => void answer(request, response))
  endStalledReaders(server)
  const { hstsSubdomains } = deps.config
  const own = { publicUrl: settings.url, hstsSubdomains }
  server.on('clientError', createBrokenRequestHandler(own))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    const { host, port } = settings
    server.listen(socket === null ? { host, port } : { fd: socket }, () => resolve())
  })
  cleanup.defer(async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    server.closeIdleConnections()
    await closed
    await opening?.then((app) => app.close()).catch(() => {})
  })
  return server
}
