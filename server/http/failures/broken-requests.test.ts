import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { createBrokenRequestHandler } from './broken-requests.ts'

/** What a server answers to these bytes before it hangs up. */
async function answerTo(request: string): Promise<string> {
  await using app = Fastify({
    clientErrorHandler: createBrokenRequestHandler({ publicUrl: 'https://shop.test' }),
    requestTimeout: 200,
    http: { headersTimeout: 200, connectionsCheckingInterval: 50 },
  })
  app.all('/', () => 'ok')
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const socket = connect(Number(port), '127.0.0.1')
  socket.write(request)
  return await text(socket)
}

const CHUNKS = 'transfer-encoding: chunked\r\n'
const SMUGGLED = 'GET / HTTP/1.1\r\nhost: localhost\r\n\r\n'
const HEAD = 'GET / HTTP/1.1\r\nhost: localhost\r\n'

test.each([
  [
    'more cookies than fit',
    `${HEAD}cookie: ${'a=b; '.repeat(4000)}\r\n\r\n`,
    431,
    'HEADERS_TOO_LARGE',
  ],
  ['headers that do not end', `${HEAD}x: `, 408, 'REQUEST_TIMEOUT'],
  ['two lengths', `${HEAD}content-length: 1\r\ncontent-length: 2\r\n\r\n`, 400, 'VALIDATION'],
  [
    'a length beside chunks',
    `POST${HEAD.slice(3)}content-length: 5\r\n${CHUNKS}\r\n0\r\n\r\n${SMUGGLED}`,
    400,
    'VALIDATION',
  ],
  [
    'chunks beside a length',
    `POST${HEAD.slice(3)}${CHUNKS}content-length: 5\r\n\r\n0\r\n\r\n${SMUGGLED}`,
    400,
    'VALIDATION',
  ],
  [
    'chunks within another coding',
    `POST${HEAD.slice(3)}transfer-encoding: chunked, gzip\r\n\r\n0\r\n\r\n${SMUGGLED}`,
    400,
    'VALIDATION',
  ],
  ['no HTTP at all', '\u0016\u0003\u0001', 400, 'VALIDATION'],
])('%s are answered in the envelope', async (_, request, status, code) => {
  const [head = '', body = '', ...more] = (await answerTo(request)).split('\r\n\r\n')
  // what follows a request of unclear length is no request
  expect(more).toEqual([])
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(head).toContain('x-content-type-options: nosniff')
  expect(head).toContain('strict-transport-security: max-age=31536000')
  expect(head).toContain(`content-length: ${Buffer.byteLength(body)}`)
  expect(JSON.parse(body)).toEqual({
    statusCode: status,
    code,
    message: expect.stringMatching(/\p{Script=Han}/u),
    data: null,
    requestId: expect.stringMatching(/^[\da-f-]{36}$/),
  })
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
