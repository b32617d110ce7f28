import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedMessage {
  headers: IncomingHttpHeaders
  body: string
}

/** A receiver of messages on this machine. `answers` are taken one after another; then it answers 204. */
export async function startReceiver({ port = 0 } = {}) {
  const received: ReceivedMessage[] = []
  const answers: ((response: ServerResponse) => void)[] = []
  const server = createServer((request, response) => {
    void (async () => {
      let body = ''
      for await (const part of request) body += String(part)
      received.push({ headers: request.headers, body })
      const answer = answers.shift() ?? ((to) => to.writeHead(204).end())
      answer(response)
    })()
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const bound = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${bound.port}/hooks`,
    port: bound.port,
    received,
    answers,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
