import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { answerPage, servePages } from './pages.ts'
import { compress, createResource } from './resource.ts'

const LONG = '<p>一份积分，用遍好用的 AI</p>'.repeat(100)

async function startServer() {
  const html = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' }
  const page = createResource(await compress(Buffer.from(LONG)), { headers: html })
  const small = createResource(await compress(Buffer.from('ok')), { headers: html })
  const notFound = createResource(await compress(Buffer.from('您访问的页面不存在')), {
    status: 404,
    headers: html,
  })
  const pages = {
    resources: new Map([
      ['/', small],
      ['/product', page],
      ['/product.html', page],
    ]),
    notFound,
  }
  const app = Fastify()
  app.setNotFoundHandler((request, reply) => {
    if (request.url.startsWith('/clients')) return reply.code(404).send({ code: 'NOT_FOUND' })
    return answerPage(pages, request, reply)
  })
  servePages(app, pages)
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const port = Number(new URL(url).port)
  return {
    port,
    get: (
      path: string,
      headers: Record<string, string> = {},
      method: 'GET' | 'HEAD' | 'POST' = 'GET',
    ) => app.inject({ method, url: path, headers }),
    [Symbol.asyncDispose]: () => app.close(),
  }
}

test('address and its .html alias return the same bytes with any query', async () => {
  await using server = await startServer()
  for (const path of ['/product', '/product.html', '/product?source=youtube']) {
    const { statusCode, body } = await server.get(path)
    expect([path, statusCode, body]).toEqual([path, 200, LONG])
  }
})

test('each encoding decodes to the same text and has its own strong ETag', async () => {
  await using server = await startServer()
  const decoders = { br: brotliDecompressSync, gzip: gunzipSync }
  const tags = new Set<unknown>()
  for (const [encoding, decode] of Object.entries(decoders)) {
    const { headers, rawPayload } = await server.get('/product', { 'accept-encoding': encoding })
    expect(headers['content-encoding']).toBe(encoding)
    expect(headers['vary']).toBe('accept-encoding')
    expect(Number(headers['content-length'])).toBe(rawPayload.length)
    expect(decode(rawPayload).toString()).toBe(LONG)
    expect(headers['etag']).toMatch(/^"[\w-]+"$/)
    tags.add(headers['etag'])
  }
  tags.add((await server.get('/product')).headers['etag'])
  expect(tags.size).toBe(3)
})

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['br;q=0.0, *;q=0', undefined],
  ['*', 'br'],
  ['BR', 'br'],
  ['identity', undefined],
  ['deflate', undefined],
  ['', undefined],
])('Accept-Encoding %j is answered with %s', async (accepted, encoding) => {
  await using server = await startServer()
  const { headers } = await server.get('/product', { 'accept-encoding': accepted })
  expect(headers['content-encoding']).toBe(encoding)
})

test('small resource is sent uncompressed without Vary', async () => {
  await using server = await startServer()
  const { headers, body } = await server.get('/', { 'accept-encoding': 'br' })
  expect([body, headers['content-encoding'], headers['vary']]).toEqual(['ok', undefined, undefined])
})

test('known ETag is a 304 without a body, another one the full response', async () => {
  await using server = await startServer()
  const etag = String((await server.get('/product')).headers['etag'])
  for (const condition of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const { statusCode, headers, body } = await server.get('/product', {
      'if-none-match': condition,
    })
    expect([condition, statusCode, body]).toEqual([condition, 304, ''])
    expect(headers['etag']).toBe(etag)
    expect(headers['cache-control']).toBe('no-cache')
  }
  const compressed = { 'if-none-match': etag, 'accept-encoding': 'br' }
  expect((await server.get('/product', compressed)).statusCode).toBe(200)
})

test('HEAD has the length and no body', async () => {
  await using server = await startServer()
  const { statusCode, headers, body } = await server.get('/product', {}, 'HEAD')
  expect([statusCode, body]).toEqual([200, ''])
  expect(Number(headers['content-length'])).toBe(Buffer.byteLength(LONG))
})

test.each([
  '/nowhere',
  '/product/x',
  '/%00',
  '/..%2f..%2fetc%2fpasswd',
  '/nowhere?x=1',
  '//',
  '//evil.example/',
])('%s is the 404 page with status 404', async (path) => {
  await using server = await startServer()
  const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, { redirect: 'manual' })
  expect([answer.status, await answer.text()]).toEqual([404, '您访问的页面不存在'])
  expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
})

test('404 page never becomes a 304', async () => {
  await using server = await startServer()
  expect((await server.get('/nowhere', { 'if-none-match': '*' })).statusCode).toBe(404)
})

test('trailing slash redirects to the page and keeps the query', async () => {
  await using server = await startServer()
  const { statusCode, headers } = await server.get('/product/?source=x')
  expect([statusCode, headers['location']]).toEqual([308, '/product?source=x'])
})

test('unknown API path is answered in the envelope', async () => {
  await using server = await startServer()
  expect((await server.get('/clients/web/nothing')).json()).toEqual({ code: 'NOT_FOUND' })
})

test('POST to a page is the 404 page', async () => {
  await using server = await startServer()
  expect((await server.get('/product', {}, 'POST')).statusCode).toBe(404)
})
