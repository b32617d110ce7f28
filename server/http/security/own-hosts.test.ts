import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { restrictToOwnHosts } from './own-hosts.ts'

async function startPages(config = { host: 'localhost', publicUrl: 'http://localhost:3000' }) {
  const app = Fastify({ trustProxy: 'loopback' })
  await app.register(
    restrictToOwnHosts(config, async (pages) => void pages.get('/dev/page', () => 'codes')),
  )
  app.get('/', () => 'home')
  return {
    async open(headers: Record<string, string>, url = '/dev/page') {
      const { statusCode, body } = await app.inject({ url, headers })
      return [statusCode, body]
    },
    [Symbol.asyncDispose]: () => app.close(),
  }
}

test.each([
  'localhost:3000',
  'LOCALHOST',
  'localhost.',
  '127.0.0.1:3000',
  '[::1]:3000',
  '192.168.1.20:3000',
])('development page opens at host %s', async (host) => {
  await using pages = await startPages()
  expect(await pages.open({ host })).toEqual([200, 'codes'])
})

test.each([
  'evil.example',
  'evil.example:3000',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
])('host name %s of another site that resolves to this machine is refused', async (host) => {
  await using pages = await startPages()
  const [status, body] = await pages.open({ host })
  expect(status).toBe(403)
  expect(body).toContain('请用 http://localhost:3000')
  expect(body).not.toContain('codes')
  expect(await pages.open({ host, 'x-forwarded-host': 'localhost' })).toEqual([status, body])
  expect(await pages.open({ host }, '/')).toEqual([200, 'home'])
})

test('development page opens at the hosts of PUBLIC_URL and HOST', async () => {
  await using pages = await startPages({ host: 'Bench', publicUrl: 'https://shop.example' })
  expect(await pages.open({ host: 'shop.example' })).toEqual([200, 'codes'])
  expect(await pages.open({ host: 'bench:3000' })).toEqual([200, 'codes'])
  expect((await pages.open({ host: 'www.shop.example' }))[0]).toBe(403)
})
