import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { freePort } from '#server/testing/free-ports.ts'
import { sendRequest } from '#harness/send-request.ts'

const LIMIT_MS = 60_000

/** A call of an application whose answer never comes: it does not reach the shop, or its answer is lost. */
export interface Trap {
  call: 'holds' | 'capture'
  lost: 'call' | 'answer'
}

/** What stands between an application and the shop, and can stop its calls at a moment. */
export interface Gate extends AsyncDisposable {
  url: string
  /** Resolves once so many calls have come into the trap; it is open again after `open`. */
  trap(trap: Trap, calls: number): { full: Promise<void>; open(): void }
}

export async function startGate(shopUrl: string): Promise<Gate> {
  let caught: ((step: string, lost: Trap['lost'], response: ServerResponse) => boolean) | null =
    null
  const server = createServer((request, response) => {
    const { method = 'GET', url = '/', headers } = request
    const step = url.split('/').at(-1) ?? ''
    void text(request).then(async (body) => {
      if (caught?.(step, 'call', response)) return
      const { host: _, connection: __, 'content-length': ___, ...passed } = headers
      const sent = Object.entries(passed).map(([name, value]) => [name, String(value)] as const)
      const answer = await sendRequest(shopUrl + url, {
        ...{ method, headers: Object.fromEntries(sent) },
        body: method === 'GET' ? undefined : body,
      })
      if (caught?.(step, 'answer', response)) return
      if (answer.status === 0) return void response.destroy()
      const retryAfter = answer.headers['retry-after']
      response
        .writeHead(answer.status, {
          'content-type': 'application/json',
          ...(retryAfter !== undefined && { 'retry-after': retryAfter }),
        })
        .end(answer.text)
    })
  })
  const port = await freePort()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${port}`,
    trap(trap, calls) {
      const full = Promise.withResolvers<void>()
      AbortSignal.timeout(LIMIT_MS).addEventListener('abort', () =>
        full.reject(new Error(`${calls} calls do not come`)),
      )
      const held: ServerResponse[] = []
      caught = (step, lost, response) => {
        if (step !== trap.call || lost !== trap.lost) return false
        if (held.push(response) === calls) full.resolve()
        return true
      }
      return {
        full: full.promise,
        open() {
          caught = null
          for (const response of held) response.destroy()
        },
      }
    },
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
    },
  }
}
