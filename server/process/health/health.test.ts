import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { type Config, loadConfig } from '../../config.ts'
import { connect } from '../../db/sql.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { watchDisk } from './disk-watch.ts'
import { healthRoutes, type Readiness } from './health.ts'

/** A node of production, which keeps nothing in its own folder. */
const nothingHere = loadConfig({
  SECRET_KEY: 'k3Jq9ZtW1xLr7PmVb5NcYf2HgD8sAoUe',
  DATABASE_URL: 'postgres://db.test/shop',
  SMTP_URL: 'smtp://mail.test',
  STRIPE_API_BASE: 'http://127.0.0.1:1',
})

async function startServer(url: string, config: Partial<Config> = {}) {
  const readiness: Readiness = { isStopping: false }
  const disk = watchDisk({ ...nothingHere, ...config })
  const sql = connect(url, { onDiskFull: disk.recordFullDisk })
  const app = Fastify()
  await app.register(healthRoutes(sql, readiness, disk, { publicUrl: 'https://shop.test' }))
  return {
    readiness,
    sql,
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

test('a database that has no room to write makes a node not ready, and says why', async () => {
  await using database = await createTestDatabase()
  await using server = await startServer(database.url)
  expect(await server.get('/readyz')).toBe(200)
  // as PostgreSQL says it when a file cannot grow
  await expect(
    server.sql`do $$ begin raise exception 'no space' using errcode = 'disk_full'; end $$`,
  ).rejects.toThrow('database unavailable: no space')
  const { statusCode, body } = await server.inject('/readyz')
  expect([statusCode, body]).toEqual([503, '{"status":"disk"}'])
  expect(await server.get('/healthz')).toBe(200)
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
