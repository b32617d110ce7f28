import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { connect } from '../db/sql.ts'
import { createTestDatabase } from '../testing/database.ts'
import { healthRoutes, type Readiness } from './health.ts'

async function startServer(url: string) {
  const readiness: Readiness = { isStopping: false }
  const sql = connect(url)
  const app = Fastify()
  await app.register(healthRoutes(sql, readiness, { publicUrl: 'https://shop.test' }))
  return {
    readiness,
    inject: (path: string) => app.inject(path),
    get: async (path: string) => (await app.inject(path)).statusCode,
    async [Symbol.asyncDispose]() {
      await app.close()
      await sql.end()
    },
  }
}

test('with its database a node is alive and ready', async () => {
  await using database = await createTestDatabase()
  await using server = await startServer(database.url)
  expect([await server.get('/healthz'), await server.get('/readyz')]).toEqual([200, 200])
})

test('without its database a node is alive and not ready', async () => {
  await using server = await startServer('postgres://nobody@127.0.0.1:1/none')
  expect([await server.get('/healthz'), await server.get('/readyz')]).toEqual([200, 503])
})

test('a node that is stopping is not ready, whatever its database says', async () => {
  await using database = await createTestDatabase()
  await using server = await startServer(database.url)
  server.readiness.isStopping = true
  expect([await server.get('/healthz'), await server.get('/readyz')]).toEqual([200, 503])
})

test('their answers may not be kept, framed, sniffed or run', async () => {
  await using database = await createTestDatabase()
  await using server = await startServer(database.url)
  for (const path of ['/healthz', '/readyz']) {
    expect((await server.inject(path)).headers, path).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'strict-transport-security': expect.stringMatching(/^max-age=\d+$/),
    })
  }
})
