import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { send } from '../rig/send.ts'
import { leavesSite, redirectPayloads } from './payloads.ts'

const BASE = 'http://127.0.0.1:3000'

test.each([
  ['/account/home', null],
  [`${BASE}/plans`, null],
  ['//evil.example/', '//evil.example/'],
  [String.raw`/\evil.example`, String.raw`/\evil.example`],
  ['https://evil.example', 'https://evil.example'],
  ['javascript:alert(1)', 'javascript:alert(1)'],
  [undefined, null],
])('Location %s leaves the site: %s', (location, expected) => {
  expect(leavesSite(location, BASE)).toBe(expected)
})

test('a server that redirects to what its query names is found by several payloads', async () => {
  const server = createServer((request, response) => {
    const next = new URL(request.url ?? '/', BASE).searchParams.get('next') ?? '/'
    response.writeHead(302, { location: next.replaceAll(/[^\x20-\x7E]/g, '') }).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a TCP port
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const found: string[] = []
  for (const payload of redirectPayloads('evil.example')) {
    const { headers } = await send(`${url}/?next=${encodeURIComponent(payload)}`)
    if (leavesSite(headers.location, url) !== null) found.push(payload)
  }
  server.closeAllConnections()
  server.close()
  expect(found).toContain('//evil.example/')
  expect(found.length).toBeGreaterThan(15)
})
