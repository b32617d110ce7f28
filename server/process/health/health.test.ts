import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { type Config, loadConfig } from '../../config/config.ts'
import { connect } from '../../db/sql.ts'
import { createTestDatabase } from '../../testing/database/test-database.ts'
import { watchDisk } from './disk-watch.ts'
import { healthRoutes, type Readiness } from './health.ts'

/** A production node that stores nothing in its data folder. */
const productionConfig = loadConfig({
  SECRET_KEY: 'k3Jq9ZtW1xLr7PmVb5NcYf2HgD8sAoUe',
  DATABASE_URL: 'postgres://db.test/shop',
  SMTP_URL: 'smtp://mail.test',
  STRIPE_API_BASE: 'http://127.0.0.1:1',
})

async function startServer(url: string, config: Partial<Config> = {}) {
  const readiness: Readiness = { isStopping: false }
  const disk = watchDisk({ ...productionConfig, ...config })
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

test('with a reachable database /healthz and /readyz answer 200', async () => {
  await using database = await createTestDatabase()
  await using server = await startServer(database.url)
  expect([await server.get('/healthz'), await server.get('/readyz')]).toEqual([200, 200])
})

test('with an unreachable database /healthz answers 200 and /readyz 503', async () => {
  await using server = await startServer('postgres://nobody@127.0.0.1:1/none')
  expect([await server.get('/healthz'), await server.get('/readyz')]).toEqual([200, 503])
})

test('a stopping node answers 503 at /readyz although its database is reachable', async () => {
  await using database = await createTestDatabase()
  await using server = await startServer(database.url)
  server.readiness.isStopping = true
  expect([await server.get('/healthz'), await server.get('/readyz')]).toEqual([200, 503])
})

test('after a disk_full error of the database /readyz answers 503 with status disk', async () => {
  await using database = await createTestDatabase()
  await using server = await startServer(database.url)
  expect(await server.get('/readyz')).toBe(200)
  // the error of PostgreSQL when a file cannot grow
  await expect(
    server.sql`do $$ begin raise exception 'no space' using errcode = 'disk_full'; end $$`,
  ).rejects.toThrow('database unavailable: no space')
  const { statusCode, body } = await server.inject('/readyz')
  expect([statusCode, body]).toEqual([503, '{"status":"disk"}'])
  expect(await server.get('/healthz')).toBe(200)
})

test('health answers have no-store and the security headers', async () => {
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
