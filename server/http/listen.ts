import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** What a machine says of an address that it does not have. */
const ABSENT = new Set<unknown>(['EADDRNOTAVAIL', 'EAFNOSUPPORT'])

const SWEEP_MS = 50

/** All that the name stands for: of "localhost" 127.0.0.1 and ::1, where the machine has both. */
export async function addressesOf(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true })
  return [...new Set(found.map(({ address }) => address))]
}

/**
 * Listens on several addresses with one HTTP server, so that its limits and guards hold on each of them
 * (Fastify makes another server for another address). All but the first may be absent.
 */
export async function listen(
  app: FastifyInstance,
  port: number,
  [first, ...others]: readonly string[],
): Promise<void> {
  const doors = others.map((host) => ({
    host,
    // sockets as an HTTP server has them
    server: createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
      app.server.emit('connection', socket),
    ),
  }))
  const ends: Promise<unknown>[] = []
  let sweeping: NodeJS.Timeout
  app.addHook('preClose', async () => {
    for (const { server } of doors) ends.push(new Promise((resolve) => server.close(resolve)))
    // what is answered only now would be kept for a next request, and hold up the end
    sweeping = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS)
  })
  // the framework has waited for the connections of the first address alone
  app.addHook('onClose', async () => {
    await Promise.all(ends)
    clearInterval(sweeping)
  })
  await app.listen({ port, host: first! })
  for (const { host, server } of doors) {
    server.listen({ port, host })
    await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
      if (!ABSENT.has(error.code)) throw error
    })
  }
}
