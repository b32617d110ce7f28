// Imported before the shop: notes each request that the node answered, with the sender's id of it, its process, status,
// method and address, so that doubles and requests that nobody sent are seen where they would happen.
import { openSync, writeSync } from 'node:fs'
import { Server } from 'node:http'

const file = openSync(process.env['REQUEST_TRACE']!, 'a')
const emit = Server.prototype.emit

Server.prototype.emit = function traced(this: Server, type: string, ...given: unknown[]) {
  const [request, response] = given
  if (type === 'request') note(Object(request), Object(response))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- passes on what it was called with
  return Reflect.apply(emit, this, [type, ...given]) as boolean
}

interface Asked {
  headers: Record<string, string | undefined>
  method: string
  url: string
}
interface Answering {
  statusCode: number
  once(type: 'close', listener: () => void): void
}

function note({ headers, method, url }: Asked, response: Answering): void {
  const id = headers['x-drill-id'] ?? '-'
  response.once('close', () =>
    writeSync(file, `${id} ${process.pid} ${response.statusCode} ${method} ${url}\n`),
  )
}
