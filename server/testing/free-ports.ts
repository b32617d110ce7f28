import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/**
 * Below the ephemeral ports (Linux from 32768, others from 49152): any connection may take one of those
 * before the program that it is meant for listens.
 */
const LOWEST = 10_240
const LANES = 16
const LANE_WIDTH = 1_360

/** Test files that run at the same time search in ranges of their own. */
const lane = Number(process.env['VITEST_POOL_ID'] ?? process.pid) % LANES
let next = Math.floor(Math.random() * LANE_WIDTH)

/** Two neighbouring free ports that no other test process gets, for a shop and its sandbox. */
export async function freePorts(): Promise<{ port: number; sandboxPort: number }> {
  for (;;) {
    const port = LOWEST + lane * LANE_WIDTH + next
    next = (next + 2) % (LANE_WIDTH - 1)
    const servers = await Promise.all(
      [port, port + 1].map((each) => occupyPort(each).catch(() => null)),
    )
    await Promise.all(servers.map(releasePort))
    if (servers.every((server) => server !== null)) return { port, sandboxPort: port + 1 }
  }
}

/** A free port that no other test process gets. */
export async function freePort(): Promise<number> {
  return (await freePorts()).port
}

export async function occupyPort(port: number): Promise<Server> {
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}

export async function releasePort(server: Server | null): Promise<void> {
  server?.close()
  if (server) await once(server, 'close')
}
