import type { Server } from 'node:http'
import { Server as Listener } from 'node:net'
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'

/** How long readiness answers 503 before the node stops listening, so that the proxy notices. */
const DRAIN_MS = 1_000
/** How long connections may stay open after that. A proxy lets go of an idle one within its own keep-alive time. */
const OPEN_LIMIT_MS = 5_000
const POLL_MS = 50
/** A turn of the event loop that takes no longer has found no new connection. */
const QUIET_TURN_MS = 0.1
const MOST_TURNS = 2_000

/**
 * Takes the node out of service without a failed request: keeps answering while the proxy notices, then stops
 * listening and answers what comes on open connections, each time with `Connection: close`. Readiness must be 503
 * before. `server.close()` of HTTP would not do: it also closes connections whose next request lies unread.
 */
export async function leaveQuietly(servers: readonly Server[]): Promise<void> {
  await delay(DRAIN_MS)
  await untilQuiet()
  for (const server of servers) {
    Listener.prototype.close.call(server)
    server.prependListener('request', (_request, response) => {
      response.setHeader('connection', 'close')
    })
  }
  const deadline = Date.now() + OPEN_LIMIT_MS
  while (Date.now() < deadline && (await countConnections(servers)) > 0) await delay(POLL_MS)
}

/** The kernel resets connections that wait to be accepted, so none may wait when the listener closes. */
async function untilQuiet(): Promise<void> {
  for (let turns = 0; turns < MOST_TURNS; turns += 1) {
    const before = performance.now()
    await nextTurn()
    if (performance.now() - before < QUIET_TURN_MS) return
  }
}

async function countConnections(servers: readonly Server[]): Promise<number> {
  const counts = await Promise.all(
    servers.map((server) => {
      const { promise, resolve } = Promise.withResolvers<number>()
      server.getConnections((_error, count) => resolve(count))
      return promise
    }),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}
