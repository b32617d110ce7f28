import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'

/** A server of the attacker on this machine, on a port of its own. */
export interface Elsewhere extends AsyncDisposable {
  port: number
  url: string
  /** Connections and requests since the last `forget`. */
  connections: () => number
  requests: readonly string[]
  forget(): void
}

type Respond = (request: IncomingMessage, response: ServerResponse) => void

const PAGE = '<!doctype html><html lang="zh"><title>elsewhere</title><body></body></html>'

interface Options {
  respond?: Respond
  /** 127.0.0.1 unless named. */
  host?: string
  /** A certificate with its key: it speaks TLS. */
  tls?: string
}

/** Answers with an empty page unless told otherwise. */
export async function openElsewhere({
  respond = answerPage,
  host = '127.0.0.1',
  tls,
}: Options = {}): Promise<Elsewhere> {
  const requests: string[] = []
  let connections = 0
  const listener: Respond = (request, response) => {
    requests.push(`${request.method} ${request.url}`)
    respond(request, response)
    request.resume()
  }
  const server =
    tls === undefined
      ? createServer(listener)
      : createSecureServer({ key: tls, cert: tls }, listener)
  server.on('connection', () => (connections += 1))
  server.listen(0, host)
  await once(server, 'listening')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a TCP port
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `${tls === undefined ? 'http' : 'https'}://${host === '::' ? '127.0.0.1' : host}:${port}`,
    connections: () => connections,
    requests,
    forget() {
      connections = 0
      requests.length = 0
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function answerPage(_request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end(PAGE)
}
