import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { listenForConsole } from '../../console/listen.ts'
import { startTestServer } from '../../testing/harness.ts'
import { oncePerFile } from '../../testing/once-per-file.ts'
import { endStalledReaders } from '../end-stalled-readers.ts'
import { createBrokenRequestHandler } from './broken-requests.ts'

const portOf = oncePerFile(startServer)

async function startServer() {
  const app = Fastify({
    clientErrorHandler: createBrokenRequestHandler({ publicUrl: 'https://shop.test' }),
    requestTimeout: 200,
    http: { headersTimeout: 200, connectionsCheckingInterval: 50 },
  })
  app.all('/', () => 'ok')
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  return { port: Number(port), [Symbol.asyncDispose]: () => app.close() }
}

/** What a server answers to these bytes before it hangs up. */
async function answerTo(request: string): Promise<string> {
  const { port } = await portOf()
  const socket = connect(port, '127.0.0.1')
  socket.write(request)
  return await text(socket)
}

const CHUNKS = 'transfer-encoding: chunked\r\n'
const SMUGGLED = 'GET / HTTP/1.1\r\nhost: localhost\r\n\r\n'
const HEAD = 'GET / HTTP/1.1\r\nhost: localhost\r\n'

const POST = HEAD.replace('GET', 'POST')
const BROKEN = {
  'more cookies than fit': [
    `${HEAD}cookie: ${'a=b; '.repeat(4000)}\r\n\r\n`,
    431,
    'HEADERS_TOO_LARGE',
  ],
  'headers that do not end': [`${HEAD}x: `, 408, 'REQUEST_TIMEOUT'],
  'two lengths': [`${HEAD}content-length: 1\r\ncontent-length: 2\r\n\r\n`, 400, 'VALIDATION'],
  'a length beside chunks': [
    `${POST}content-length: 5\r\n${CHUNKS}\r\n0\r\n\r\n${SMUGGLED}`,
    400,
    'VALIDATION',
  ],
  'chunks beside a length': [
    `${POST}${CHUNKS}content-length: 5\r\n\r\n0\r\n\r\n${SMUGGLED}`,
    400,
    'VALIDATION',
  ],
  'chunks within another coding': [
    `${POST}transfer-encoding: chunked, gzip\r\n\r\n0\r\n\r\n${SMUGGLED}`,
    400,
    'VALIDATION',
  ],
  'no HTTP at all': ['\u0016\u0003\u0001', 400, 'VALIDATION'],
} as const

test('broken requests are answered in the envelope, and what follows them is no request', async () => {
  const answers = await Promise.all(
    Object.entries(BROKEN).map(async ([name, [request]]) => {
      const [head = '', body = '', ...more] = (await answerTo(request)).split('\r\n\r\n')
      return { name, head, body, more }
    }),
  )
  for (const { name, head, body, more } of answers) {
    expect(more, name).toEqual([])
    expect(head, name).toContain('x-content-type-options: nosniff')
    expect(head, name).toContain('strict-transport-security: max-age=31536000')
    expect(head, name).toContain(`content-length: ${Buffer.byteLength(body)}`)
  }
  const said = answers.map(({ name, head, body }) => [name, head.slice(0, 13), JSON.parse(body)])
  const expected = Object.entries(BROKEN).map(([name, [, statusCode, code]]) => [
    name,
    `HTTP/1.1 ${statusCode} `,
    {
      ...{ statusCode, code, data: null, message: expect.stringMatching(/\p{Script=Han}/u) },
      requestId: expect.stringMatching(/^[\da-f-]{36}$/),
    },
  ])
  expect(said).toEqual(expected)
})

test('a broken HEAD is answered without a body, and the rest of a long request is no second one', async () => {
  const long = `/?${'a'.repeat(200_000)} HTTP/1.1\r\nhost: localhost\r\n\r\n`
  const [head = '', ...rest] = (await answerTo(`HEAD ${long}`)).split('\r\n\r\n')
  expect(head).toMatch(/^HTTP\/1.1 431 /)
  expect(head).toMatch(/content-length: [1-9]/)
  expect(rest).toEqual([''])
  const answered = await answerTo(`GET ${long}`)
  expect(answered.match(/HTTP\/1.1/g)).toHaveLength(1)
})

test('shop and console end the connection of a reader that never reads, but not one whose answer takes long', async () => {
  await using server = await startTestServer()
  await using cleanup = new AsyncDisposableStack()
  const settings = { host: '127.0.0.1', port: 0, url: 'http://localhost' }
  const own = { ...server.deps, config: { ...server.config, console: settings } }
  const console = await listenForConsole(
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else is read before the first request
    own as typeof server.deps,
    { cleanup, socket: null, measureResponses: async () => {} },
  )
  for (const listener of [server.app.server, console!]) expect(listener.timeout).toBe(60_000)

  const app = createServer()
  endStalledReaders(app)
  app.timeout = 100
  const ended = Promise.withResolvers<boolean>()
  app.on('request', ({ url }, response) => {
    if (url === '/late') return void setTimeout(() => response.end('late'), 400)
    response.once('close', () => ended.resolve(response.writableFinished))
    response.end(Buffer.alloc(64 * 1024 * 1024))
  })
  await new Promise<void>((done) => app.listen(0, '127.0.0.1', done))
  cleanup.defer(() => void app.close())
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a listening TCP server has a port
  const { port } = app.address() as AddressInfo
  const reader = connect(port, '127.0.0.1').pause()
  cleanup.defer(() => void reader.destroy())
  reader.write(HEAD + '\r\n')
  expect(await ended.promise).toBe(false)
  expect(await (await fetch(`http://127.0.0.1:${port}/late`)).text()).toBe('late')
})
