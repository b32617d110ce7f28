import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { startTestServer } from '../testing/harness.ts'

const ask = (path: string, last = '') => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n${last}\r\n`

async function listening() {
  const server = await startTestServer()
  const { port } = new URL(await server.app.listen({ port: 0, host: '127.0.0.1' }))
  /** How many answers come to so many requests that are sent in one go. */
  async function answersTo(path: string, times: number): Promise<number> {
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => {})
    socket.write(ask(path).repeat(times - 1) + ask(path, 'connection: close\r\n'))
    const answers = await text(socket).catch(() => '')
    return answers.split('HTTP/1.1 ').length - 1
  }
  return { answersTo, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

const CALLS = ['/clients/web/auth/user-info', '/no-such-page', '/clients/%ff']

test.each(CALLS)('a few requests to %s may wait for their turn', async (path) => {
  await using shop = await listening()
  expect(await shop.answersTo(path, 5)).toBe(5)
})

test.each(CALLS)('whoever sends requests to %s by the hundred is hung up on', async (path) => {
  await using shop = await listening()
  expect(await shop.answersTo(path, 500)).toBeLessThanOrEqual(6)
  expect(await shop.answersTo(path, 1)).toBe(1)
})
