import { PassThrough } from 'node:stream'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { crashReports } from './crash-report.ts'
import { toAppError } from '../failures/answer-failure.ts'

const crash = {
  id: 'web-0123456789ab',
  page: '/account/orders',
  message: 'TypeError: x is undefined',
  stack: 'at OrdersPage (orders-page.js:1:2)',
}

async function startServer() {
  const log = new PassThrough()
  const app = Fastify({ logger: { level: 'warn', stream: log } })
  app.setErrorHandler((error, _request, reply) => reply.code(toAppError(error).status).send())
  await app.register(crashReports)
  return {
    /** What the log says so far, a value a line. */
    logged: (): { msg: string; crash?: unknown }[] =>
      String(log.read() ?? '')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line)),
    report: async (body: unknown, remoteAddress = '192.0.2.1') => {
      const payload = typeof body === 'string' ? body : JSON.stringify(body)
      const headers = { 'content-type': 'application/json' }
      const url = '/crash-report'
      const answer = await app.inject({ method: 'POST', url, headers, payload, remoteAddress })
      return answer.statusCode
    },
    [Symbol.asyncDispose]: () => app.close(),
  }
}

test('§8 render failure: a crash is found in the log by the id that its visitor reads out; one address may send five a minute', async () => {
  await using server = await startServer()
  expect(await server.report(crash)).toBe(204)
  expect(server.logged()).toMatchObject([{ msg: 'page crashed', crash }])

  for (let round = 1; round < 5; round++) expect(await server.report(crash)).toBe(204)
  expect(await server.report(crash)).toBe(429)
  expect(await server.report(crash, '192.0.2.2')).toBe(204)
  expect(server.logged()).toHaveLength(5)
})

test('invalid crash report is refused and not logged', async () => {
  await using server = await startServer()
  const tries: [body: unknown, status: number][] = [
    ['not json', 400],
    [{}, 400],
    [{ ...crash, id: 'anything' }, 400],
    [{ ...crash, more: 'than asked for' }, 400],
    [{ ...crash, stack: 'x'.repeat(2_001) }, 400],
    [{ ...crash, stack: 'x'.repeat(20_000) }, 400],
  ]
  for (const [at, [body, status]] of tries.entries()) {
    expect([at, await server.report(body, `192.0.2.${at}`)]).toEqual([at, status])
  }
  expect(server.logged()).toEqual([])
})
