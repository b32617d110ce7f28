import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { cspReports, type Violation } from './csp-report.ts'

async function startServer() {
  const seen: Violation[] = []
  const app = Fastify()
  await app.register(cspReports((violation) => void seen.push(violation)))
  return {
    seen,
    report: (type: string, body: unknown) =>
      app.inject({
        method: 'POST',
        url: '/csp-report',
        headers: { 'content-type': type },
        payload: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    [Symbol.asyncDispose]: () => app.close(),
  }
}

const expected = {
  directive: 'script-src-elem',
  blocked: 'https://evil.test/x.js',
  page: '/account/reset-password',
}

test('both formats of reports are read, and addresses lose the query; an invalid report is ignored or refused, never a 500', async () => {
  await using server = await startServer()
  const { statusCode } = await server.report('application/csp-report', {
    'csp-report': {
      'document-uri': 'http://localhost:3000/account/reset-password?token=secret',
      'violated-directive': 'script-src-elem',
      'effective-directive': 'script-src-elem',
      'blocked-uri': 'https://evil.test/x.js?y=1',
      'original-policy': "default-src 'none'",
    },
  })
  expect(statusCode).toBe(204)
  expect(server.seen.splice(0)).toEqual([expected])
  await server.report('application/csp-report', { 'csp-report': { 'blocked-uri': 'inline' } })
  expect(server.seen.splice(0)).toEqual([{ directive: '', blocked: 'inline', page: '' }])

  const report = {
    type: 'csp-violation',
    age: 1,
    url: 'http://localhost:3000/',
    body: {
      documentURL: 'http://localhost:3000/account/reset-password?token=secret',
      effectiveDirective: 'script-src-elem',
      blockedURL: 'https://evil.test/x.js?y=1',
      disposition: 'enforce',
    },
  }
  const several = await server.report('application/reports+json', [report, report])
  expect(several.statusCode).toBe(204)
  expect(server.seen.splice(0)).toEqual([expected, expected])

  const tries: [type: string, body: unknown, status: number][] = [
    ['application/csp-report', {}, 204],
    ['application/csp-report', '[1, null, {"csp-report": 3}]', 204],
    ['application/reports+json', [{ type: 'deprecation', body: {} }], 204],
    ['application/csp-report', 'not json', 400],
    ['application/csp-report', { padding: 'x'.repeat(20_000) }, 413],
    ['text/html', '<p>', 415],
  ]
  for (const [type, body, status] of tries) {
    expect([type, (await server.report(type, body)).statusCode]).toEqual([type, status])
  }
  expect(server.seen).toEqual([])
})
