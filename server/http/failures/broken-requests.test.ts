import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { answerBrokenRequest } from './broken-requests.ts'

/** What a server answers to these bytes before it hangs up. */
async function answerTo(request: string): Promise<string> {
  await using app = Fastify({
    clientErrorHandler: answerBrokenRequest,
    requestTimeout: 200,
    http: { headersTimeout: 200, connectionsCheckingInterval: 50 },
  })
  app.get('/', () => 'ok')
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const socket = connect(Number(port), '127.0.0.1')
  socket.write(request)
  return await text(socket)
}

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
  ['no HTTP at all', '\u0016\u0003\u0001', 400, 'VALIDATION'],
])('%s are answered in the envelope', async (_, request, status, code) => {
  const [head = '', body = ''] = (await answerTo(request)).split('\r\n\r\n', 2)
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(head).toContain('x-content-type-options: nosniff')
  expect(head).toContain(`content-length: ${Buffer.byteLength(body)}`)
  expect(JSON.parse(body)).toEqual({
    statusCode: status,
    code,
    message: expect.stringMatching(/\p{Script=Han}/u),
    data: null,
    requestId: expect.stringMatching(/^[\da-f-]{36}$/),
  })
})
