// Imported before the shop: notes which requests of the drill the node answered, so that doubles are seen where they
// would happen.
import { openSync, writeSync } from 'node:fs'
import { Server } from 'node:http'

const file = openSync(process.env['DRILL_TRACE']!, 'a')
const emit = Server.prototype.emit

Server.prototype.emit = function traced(this: Server, type: string, ...given: unknown[]) {
  const [request, response] = given
  if (type === 'request') note(Object(request), Object(response))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- passes on what it was called with
  return Reflect.apply(emit, this, [type, ...given]) as boolean
}

interface Asked {
  headers: Record<string, string | undefined>
}
interface Answering {
  statusCode: number
  once(type: 'close', listener: () => void): void
}

function note({ headers }: Asked, response: Answering): void {
  const id = headers['x-drill-id']
  if (id === undefined) return
  response.once('close', () => writeSync(file, `${id} ${process.pid} ${response.statusCode}\n`))
}
