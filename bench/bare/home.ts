import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// reference of the home page: only node:http with the response in memory

/** The response's body and headers. */
export interface BareHome {
  base64: string
  headers: Record<string, string>
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own caller
const { base64, headers } = JSON.parse(process.argv[2] ?? '') as BareHome
const body = Buffer.from(base64, 'base64')
const server = createServer((_request, response) => {
  response.writeHead(200, headers).end(body)
})
server.listen(0, '127.0.0.1', () => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  process.send?.((server.address() as AddressInfo).port)
})
process.once('disconnect', () => process.exit())
