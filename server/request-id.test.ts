import { setImmediate } from 'node:timers/promises'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { connect, type SlowStatement } from './db/sql.ts'
import { createRequestIds, currentRequestId, useRequestIds } from './request-id.ts'
import { createEmptyDatabase } from './testing/database/test-database.ts'
import { startTestServer } from './testing/harness.ts'

const ID = '0f8d2c8e5b7a4f6d9c3e1a2b4d6f8091'

test('an id is taken from a proxy alone, and only in the form of an id', () => {
  const behindProxy = createRequestIds({ trustProxy: ['loopback'] })
  const open = createRequestIds({ trustProxy: [] })
  const uuid = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  const named = (id: string) => ({ headers: { 'x-request-id': id } })
  expect(behindProxy(named(ID))).toBe(ID)
  expect(behindProxy(named('3f2504e0-4f89-41d3-9a0c-0305e82c3301'))).toBe(
    '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  )
  expect(open(named(ID))).toEqual(uuid)
  expect(behindProxy({ headers: {} })).toEqual(uuid)
  for (const wrong of ["'; drop table users; --", `${ID}\n`, ID.slice(1), `${ID}0000000000`, ''])
    expect(behindProxy(named(wrong))).toEqual(uuid)
})

test('what answers a request with a body knows its id', async () => {
  const app = Fastify({ genReqId: createRequestIds({ trustProxy: ['loopback'] }) })
  useRequestIds(app)
  app.post('/', async () => {
    await setImmediate()
    return { id: currentRequestId() }
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const ids = [ID, ID.replace('0', '1')]
  const answers = await Promise.all(
    ids.map(async (id) => {
      const body = JSON.stringify({ text: 'x'.repeat(200_000) })
      const headers = { 'content-type': 'application/json', 'x-request-id': id }
      return (await fetch(url, { method: 'POST', headers, body })).json()
    }),
  )
  expect(answers).toEqual(ids.map((id) => ({ id })))
  expect(currentRequestId()).toBeUndefined()
  await app.close()
})

test('the shop answers with the id that its proxy gave', async () => {
  await using server = await startTestServer({ environment: { TRUST_PROXY: 'loopback' } })
  const { body } = await server.app.inject({
    method: 'POST',
    url: '/clients/web/auth/login',
    headers: { 'x-request-id': ID },
  })
  expect(JSON.parse(body)).toMatchObject({ requestId: ID })
})

test('a transaction bears the id in the database, a slow statement is told without its values', async () => {
  await using database = await createEmptyDatabase()
  const slow: SlowStatement[] = []
  const sql = connect(database.url, {
    requestId: () => ID,
    onSlow: (statement) => slow.push(statement),
    slowMs: 50,
  })
  const [inside] = await sql.begin(
    (tx) => tx<{ name: string }>`select current_setting('application_name') as name`,
  )
  expect(inside).toEqual({ name: `shop ${ID}` })
  const [after] = await sql<{
    name: string
  }>`select current_setting('application_name') as name`
  expect(after).toEqual({ name: 'shop' })
  await sql`select pg_sleep(0.1), ${'a secret'}::text`
  expect(slow).toEqual([
    {
      name: expect.stringMatching(/^[\w-]{24}$/),
      text: 'select pg_sleep(0.1), $1::text',
      ms: expect.any(Number),
    },
  ])
  await sql.end()
})
