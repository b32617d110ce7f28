import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// bare node:http with the answer ready: as fast as this Node can hand out these bytes

/** Where the answer's body lies, and the headers that go with it. */
export interface BareHome {
  file: string
  headers: Record<string, string>
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own caller
const { file, headers } = JSON.parse(process.argv[2] ?? '') as BareHome
const body = readFileSync(file)
const server = createServer((_request, response) => {
  response.writeHead(200, headers).end(body)
})
server.listen(0, '127.0.0.1', () => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  process.send?.((server.address() as AddressInfo).port)
})
process.once('disconnect', () => process.exit())
