import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { freePorts } from '../testing/free-ports.ts'
import { startTestServer } from '../testing/harness.ts'
import { addressesOf, listen } from './listen.ts'

const FIRST = '127.0.0.1'
/** Every machine has it; Linux answers on all of 127.0.0.0/8, with or without IPv6. */
const SECOND = process.platform === 'linux' ? '127.0.0.2' : '::1'
const NOBODYS = '192.0.2.1'

const ask = (last = '') =>
  `GET /clients/web/auth/user-info HTTP/1.1\r\nhost: localhost\r\n${last}\r\n`

async function listening(hosts: readonly string[]) {
  const server = await startTestServer()
  const { port } = await freePorts()
  await listen(server.app, port, hosts)
  /** How many answers come to so many requests that are sent in one go. */
  async function answersAt(host: string, times: number): Promise<number> {
    const socket = connect(port, host)
    socket.on('error', () => {})
    socket.write(ask().repeat(times - 1) + ask('connection: close\r\n'))
    const answers = await text(socket).catch(() => '')
    return answers.split('HTTP/1.1 200').length - 1
  }
  return { ...server, port, answersAt }
}

test('the guard against requests by the hundred stands at every address', async () => {
  await using shop = await listening([FIRST, SECOND])
  for (const host of [FIRST, SECOND]) {
    expect(await shop.answersAt(host, 5)).toBe(5)
    expect(await shop.answersAt(host, 500)).toBeLessThanOrEqual(6)
    expect(await shop.answersAt(host, 1)).toBe(1)
  }
})

test('an address that this machine does not have is left out', async () => {
  await using shop = await listening([FIRST, NOBODYS])
  expect(await shop.answersAt(FIRST, 1)).toBe(1)
})

test('an address on which somebody else listens is no start', async () => {
  await using shop = await startTestServer()
  const { port } = await freePorts()
  const other = createServer().listen(port, SECOND)
  await once(other, 'listening')
  await expect(listen(shop.app, port, [FIRST, SECOND])).rejects.toThrow('EADDRINUSE')
  other.close()
})

test('when the server closes nobody listens any more, and nobody who waits holds it up', async () => {
  const shop = await listening([FIRST, SECOND])
  const idle = connect(shop.port, SECOND)
  idle.write(ask())
  await once(idle, 'data')
  const ended = once(idle, 'close')
  await shop[Symbol.asyncDispose]()
  await ended
  for (const host of [FIRST, SECOND]) expect(await shop.answersAt(host, 1)).toBe(0)
})

test('the end waits for what is being answered, at whatever address, and not for a next request', async () => {
  for (const host of [FIRST, SECOND]) {
    const asked = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<string>()
    const app = Fastify()
    app.get('/', () => {
      asked.resolve()
      return answer.promise
    })
    const { port } = await freePorts()
    await listen(app, port, [FIRST, SECOND])
    const socket = connect(port, host)
    socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
    await asked.promise
    let isClosed = false
    const closed = app.close().then(() => (isClosed = true))
    setTimeout(() => answer.resolve(isClosed ? 'too late' : 'in time'), 100)
    // it ends when the server hangs up
    expect(await text(socket)).toContain('in time')
    await closed
  }
})

test('a name stands for all of its addresses, an address for itself', async () => {
  expect(await addressesOf('localhost')).toContain(FIRST)
  expect(await addressesOf('0.0.0.0')).toEqual(['0.0.0.0'])
  expect(await addressesOf('::')).toEqual(['::'])
})
