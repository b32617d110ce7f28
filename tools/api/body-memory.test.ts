import { connect } from 'node:net'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { createBodyMemory } from './body-memory.ts'

test('a client that has gone before its key is known keeps no memory', async () => {
  await using app = Fastify()
  const memory = createBodyMemory({ most: 100, mostOfUser: 100 })
  const arrived = Promise.withResolvers<void>()
  const known = Promise.withResolvers<void>()
  const reserved = Promise.withResolvers<void>()
  app.post('/', {
    async onRequest(request, reply) {
      const hasLeft = new Promise((resolve) => request.raw.socket.once('close', resolve))
      arrived.resolve()
      await known.promise
      if (request.headers['x-leaves']) await hasLeft
      memory.reserve(request, reply, { user: 'ann', longest: 100 })
      reserved.resolve()
    },
    handler: async () => 'taken',
  })
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const client = connect(Number(port), '127.0.0.1')
  client.write('POST / HTTP/1.1\r\nHost: tools\r\nX-Leaves: 1\r\nContent-Length: 100\r\n\r\n')
  await arrived.promise
  client.destroy()
  known.resolve()
  await reserved.promise
  const payload = 'x'.repeat(100)
  const headers = { 'content-type': 'text/plain' }
  expect(await app.inject({ method: 'POST', url: '/', payload, headers })).toMatchObject({
    ...{ statusCode: 200, body: 'taken' },
  })
})
