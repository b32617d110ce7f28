// Imported before the shop: notes each request that the node answered, with the sender's id of it and its process, so
// that one which is carried out twice is seen.
import { openSync, writeSync } from 'node:fs'
import { Server } from 'node:http'

const file = openSync(process.env['REQUEST_TRACE']!, 'a')
const emit = Server.prototype.emit

Server.prototype.emit = function traced(this: Server, type: string, ...given: unknown[]) {
  if (type === 'request') note(Object(given[0]), Object(given[1]))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- passes on what it was called with
  return Reflect.apply(emit, this, [type, ...given]) as boolean
}

function note(
  { headers }: { headers: Record<string, string | undefined> },
  response: { once(type: 'close', listener: () => void): void },
): void {
  const line = `${headers['x-drill-id'] ?? '-'} ${process.pid}\n`
  response.once('close', () => writeSync(file, line))
}
