import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Requests that may wait on a connection behind the one that is being answered. */
const WAITING_MAX = 5

/**
 * Hangs up on whoever sends requests by the hundred without waiting for an answer: browsers and proxies
 * never do, and all that wait would be kept in memory, for as long as nobody reads what comes back.
 */
export function refusePipelining(server: Server): void {
  const waiting = new WeakMap<Socket, number>()
  // before all else, and not as a hook: most requests do not wait, and pay for this look alone
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    // a response gets its socket when it is its turn
    if (response.socket !== null) return
    const before = waiting.get(socket) ?? 0
    if (before >= WAITING_MAX) {
      socket.destroy()
      return
    }
    waiting.set(socket, before + 1)
    response.once('close', () => waiting.set(socket, waiting.get(socket)! - 1))
  })
}
