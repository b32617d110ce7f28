import type { Server } from 'node:http'

/** How long a reader may take in nothing of its answer. */
const STALL_MS = 60_000

/** Ends connections whose reader has stalled; one whose answer is still being made waits as long as that takes. */
export function endStalledReaders(server: Server): void {
  server.timeout = STALL_MS
  server.on('request', (_request, response) => {
    // with a listener Node leaves the socket open
    response.on('timeout', () => {
      if (response.writableLength > 0) response.destroy()
    })
  })
}
