import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { startToolsServer } from './testing/tools-server.ts'

test('a request whose body does not come is cut off', async () => {
  await using tools = await startToolsServer()
  const socket = connect(tools.config.port, '127.0.0.1')
  await once(socket, 'connect')
  let answer = ''
  socket.setEncoding('utf8').on('data', (part: string) => (answer += part))
  const head = 'POST /v1/chinese HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
  socket.write(`${head}Content-Length: 1000\r\n\r\n{`)
  await once(socket, 'close')
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
}, 60_000)
