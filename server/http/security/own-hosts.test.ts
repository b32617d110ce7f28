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

test('development page opens at hosts of this machine and is refused at host names of other sites', async () => {
  await using pages = await startPages()
  for (const host of [
    ...['localhost:3000', 'LOCALHOST', 'localhost.', '127.0.0.1:3000'],
    ...['[::1]:3000', '192.168.1.20:3000'],
  ]) {
    expect([host, ...(await pages.open({ host }))]).toEqual([host, 200, 'codes'])
  }
  // names that may resolve to this machine
  const others = ['evil.example', 'evil.example:3000', 'localhost.evil.example']
  for (const host of [...others, '127.0.0.1.evil.example']) {
    const [status, body] = await pages.open({ host })
    expect([host, status]).toEqual([host, 403])
    expect(body).toContain('请用 http://localhost:3000')
    expect(body).not.toContain('codes')
    expect(await pages.open({ host, 'x-forwarded-host': 'localhost' })).toEqual([status, body])
    expect(await pages.open({ host }, '/')).toEqual([200, 'home'])
  }

  await using own = await startPages({ host: 'Bench', publicUrl: 'https://shop.example' })
  expect(await own.open({ host: 'shop.example' })).toEqual([200, 'codes'])
  expect(await own.open({ host: 'bench:3000' })).toEqual([200, 'codes'])
  expect((await own.open({ host: 'www.shop.example' }))[0]).toBe(403)
})
