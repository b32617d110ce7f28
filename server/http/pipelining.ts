import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** Requests that may wait on a connection behind the one that is being answered. */
const WAITING_MAX = 20

const waiting = new WeakMap<Socket, number>()

/**
 * Hangs up on whoever sends requests by the hundred without waiting for an answer: browsers and proxies
 * never do, and all that wait would be kept in memory, for as long as nobody reads what comes back.
 */
export function refusePipelining(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    if (mayBeAnswered(reply)) done()
  })
}

/** False when the connection has just been cut. */
export function mayBeAnswered(reply: FastifyReply): boolean {
  const { raw } = reply
  // a response gets its socket when it is its turn
  if (raw.socket !== null) return true
  const { socket } = raw.req
  const before = waiting.get(socket) ?? 0
  if (before < WAITING_MAX) {
    waiting.set(socket, before + 1)
    raw.once('close', () => waiting.set(socket, waiting.get(socket)! - 1))
    return true
  }
  reply.hijack()
  socket.destroy()
  return false
}
