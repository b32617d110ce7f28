import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'

/** Requests that may wait on a connection behind the one that is being answered. */
const WAITING_MAX = 5

/**
 * Hangs up on whoever sends requests by the hundred without waiting for an answer: browsers and proxies
 * never do, and all that wait would be kept in memory, for as long as nobody reads what comes back.
 */
export function withoutPipelining(answer: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, number>()
  // before all else, and not as a hook: most requests do not wait, and pay for this look alone
  return (request, response) => {
    // a response gets its socket when it is its turn
    if (response.socket === null) {
      const { socket } = request
      const before = waiting.get(socket) ?? 0
      if (before >= WAITING_MAX) {
        // what has come with it is still read, and left unanswered here
        socket.destroy()
        return
      }
      waiting.set(socket, before + 1)
      response.once('close', () => waiting.set(socket, waiting.get(socket)! - 1))
    }
    answer(request, response)
  }
}
