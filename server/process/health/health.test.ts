import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { type Config, loadConfig } from '../../config/config.ts'
import { connect } from '../../db/sql.ts'
import { createTestDatabase } from '../../testing/database/test-database.ts'
import { oncePerFile } from '../../testing/once-per-file.ts'
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

const databaseOf = oncePerFile(createTestDatabase)

test('/readyz answers 200 with a reachable database alone, 503 of a node that stops; /healthz always 200', async () => {
  const database = await databaseOf()
  await using server = await startServer(database.url)
  await using without = await startServer('postgres://nobody@127.0.0.1:1/none')
  const answers = async ({ get }: typeof server) => [await get('/healthz'), await get('/readyz')]
  expect(await answers(server)).toEqual([200, 200])
  expect(await answers(without)).toEqual([200, 503])
  server.readiness.isStopping = true
  expect(await answers(server)).toEqual([200, 503])
})

test('after a disk_full error of the database /readyz answers 503 with status disk', async () => {
  const database = await databaseOf()
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
  const database = await databaseOf()
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
