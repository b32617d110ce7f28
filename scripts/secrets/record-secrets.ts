// Preloaded into every process of a shop under test (`--import`): writes down each secret that its servers receive or
// send, and each line that it prints. `search-shop.ts` looks for those secrets afterwards where none may be.

import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync, mkdirSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { secretsOfBody, secretsOfHeaders, secretsOfQuery, type Secret } from './secrets.ts'

/** Bodies above this size carry files, and no secret. */
const MOST_BYTES = 256 * 1024

const folder = process.env['SECRETS_FOLDER']!
mkdirSync(folder, { recursive: true })

const known = new Set<string>()

function keep(secrets: readonly Secret[]): void {
  for (const { name, value } of secrets) {
    if (known.has(value)) continue
    known.add(value)
    appendFileSync(join(folder, 'secrets.ndjson'), `${JSON.stringify({ name, value })}\n`)
  }
}

/** Calls `use` with the whole body, unless it is too large. */
function gather(use: (body: string) => void): { add: (chunk: unknown) => void; end: () => void } {
  const chunks: Buffer[] = []
  let size = 0
  return {
    add(chunk) {
      if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) return
      const bytes = Buffer.from(chunk)
      size += bytes.length
      if (size <= MOST_BYTES) chunks.push(bytes)
    },
    end() {
      if (size <= MOST_BYTES) use(Buffer.concat(chunks).toString())
    },
  }
}

subscribe('http.server.request.start', (message) => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what Node documents of this channel
  const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
  keep(secretsOfQuery(request.url ?? ''))
  keep(secretsOfHeaders(request.headers))

  const received = gather((body) => keep(secretsOfBody(body)))
  const push = request.push.bind(request)
  request.push = (chunk: unknown, encoding?: BufferEncoding) => {
    if (chunk === null) received.end()
    else received.add(chunk)
    return push(chunk, encoding)
  }

  const sent = gather((body) => {
    keep(secretsOfBody(body))
    keep(secretsOfHeaders(response.getHeaders()))
  })
  const isText = () => /json|text/.test(String(response.getHeader('content-type')))
  const { write, end } = response
  Object.assign(response, {
    write(...given: unknown[]) {
      if (isText()) sent.add(given[0])
      return Reflect.apply(write, response, given)
    },
    end(...given: unknown[]) {
      if (isText()) sent.add(given[0])
      sent.end()
      return Reflect.apply(end, response, given)
    },
  })
})

for (const stream of [process.stdout, process.stderr]) {
  const write = stream.write.bind(stream)
  function writeAndKeep(text: string | Uint8Array, ...more: unknown[]): boolean {
    appendFileSync(join(folder, 'log.txt'), text)
    return Reflect.apply(write, stream, [text, ...more])
  }
  Object.assign(stream, { write: writeAndKeep })
}
