import { createServer } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { oncePerFile } from '../../testing/once-per-file.ts'
import { answerAtOnce, answerPage, servePages } from './pages.ts'
import { compress, createResource } from './resource.ts'

const LONG = '<p>一份积分，用遍好用的 AI</p>'.repeat(100)

const serverOf = oncePerFile(startServer)

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
  const app = Fastify({
    serverFactory: (answer) =>
      createServer((request, response) => {
        if (!answerAtOnce(pages, request, response)) answer(request, response)
      }),
  })
  const routed: string[] = []
  app.addHook('onRequest', async ({ method, url }) => void routed.push(`${method} ${url}`))
  app.setNotFoundHandler((request, reply) => {
    if (request.url.startsWith('/clients')) return reply.code(404).send({ code: 'NOT_FOUND' })
    return answerPage(pages, request, reply)
  })
  servePages(app, pages)
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const port = Number(new URL(url).port)
  return {
    port,
    /** What the routes and hooks saw. */
    routed,
    get: (
      path: string,
      headers: Record<string, string> = {},
      method: 'GET' | 'HEAD' | 'POST' = 'GET',
    ) => app.inject({ method, url: path, headers }),
    [Symbol.asyncDispose]: () => app.close(),
  }
}

test('address and its .html alias return the same bytes with any query, HEAD their length; a trailing slash redirects to the page', async () => {
  const server = await serverOf()
  for (const path of ['/product', '/product.html', '/product?source=youtube']) {
    const { statusCode, body } = await server.get(path)
    expect([path, statusCode, body]).toEqual([path, 200, LONG])
  }
  const head = await server.get('/product', {}, 'HEAD')
  expect([head.statusCode, head.body]).toEqual([200, ''])
  expect(Number(head.headers['content-length'])).toBe(Buffer.byteLength(LONG))
  const slash = await server.get('/product/?source=x')
  expect([slash.statusCode, slash.headers['location']]).toEqual([308, '/product?source=x'])
})

test('each encoding decodes to the same text and has its own strong ETag; it is chosen by Accept-Encoding, but for small resources', async () => {
  const server = await serverOf()
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

  const expected = {
    'gzip, deflate, br, zstd': 'br',
    'gzip, deflate': 'gzip',
    'br;q=0, gzip;q=0.5': 'gzip',
    'br;q=0.0, *;q=0': undefined,
    '*': 'br',
    BR: 'br',
    identity: undefined,
    deflate: undefined,
    '': undefined,
  }
  const chosen: Record<string, unknown> = {}
  for (const accepted of Object.keys(expected)) {
    const { headers } = await server.get('/product', { 'accept-encoding': accepted })
    chosen[accepted] = headers['content-encoding']
  }
  expect(chosen).toEqual(expected)
  const { headers, body } = await server.get('/', { 'accept-encoding': 'br' })
  expect([body, headers['content-encoding'], headers['vary']]).toEqual(['ok', undefined, undefined])
})

test('known ETag is a 304 without a body, another one the full response', async () => {
  const server = await serverOf()
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

test('a document that exists is answered before any hook, everything else by the routes', async () => {
  const { port, routed } = await serverOf()
  routed.length = 0
  const ask = async (path: string, method = 'GET') => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, redirect: 'manual' })
    return [answer.status, await answer.text()]
  }
  expect(await ask('/product?source=x')).toEqual([200, LONG])
  expect(await ask('/product', 'HEAD')).toEqual([200, ''])
  expect(routed).toEqual([])
  expect((await ask('/product', 'POST'))[0]).toBe(404)
  expect((await ask('/product/'))[0]).toBe(308)
  expect((await ask('/nowhere'))[0]).toBe(404)
  expect(routed).toEqual(['POST /product', 'GET /product/', 'GET /nowhere'])
})

test('an unknown address and a POST are the 404 page with status 404, never a 304; an API path is answered in the envelope', async () => {
  const server = await serverOf()
  for (const path of [
    ...['/nowhere', '/product/x', '/%00', '/..%2f..%2fetc%2fpasswd', '/nowhere?x=1'],
    ...['//', '//evil.example/'],
  ]) {
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, { redirect: 'manual' })
    const found = [path, answer.status, await answer.text()]
    expect(found).toEqual([path, 404, '您访问的页面不存在'])
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
  }
  expect((await server.get('/nowhere', { 'if-none-match': '*' })).statusCode).toBe(404)
  expect((await server.get('/product', {}, 'POST')).statusCode).toBe(404)
  expect((await server.get('/clients/web/nothing')).json()).toEqual({ code: 'NOT_FOUND' })
})
