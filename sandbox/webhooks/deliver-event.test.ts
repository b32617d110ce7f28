import { createServer } from 'node:http'
import { expect, test, vi } from 'vitest'
import {
  startTestSandbox,
  startWithReceiver,
  WEBHOOK_SECRET,
  POLLING,
} from '../testing/test-sandbox.ts'

test('a delivery answered with an error or a redirect is repeated until it succeeds', async () => {
  await using both = await startWithReceiver()
  const { sandbox, receiver } = both
  // a redirect is no success either
  receiver.answer = (type, before) =>
    type === 'payment_intent.succeeded' ? ([500, 302][before] ?? 200) : 200
  const { id } = await sandbox.newIntent()
  await sandbox.confirm(id)

  await vi.waitFor(() => {
    const tries = receiver.events.filter(({ type }) => type === 'payment_intent.succeeded')
    expect(tries).toHaveLength(3)
    expect(new Set(tries.map(({ id: event }) => event)).size).toBe(1)
  }, POLLING)
  await vi.waitFor(async () => {
    const page = await (await fetch(sandbox.url)).text()
    expect(page).not.toContain('重试中')
    expect(page).toContain('已送达')
  }, POLLING)
  const { data } = await sandbox.stripe.events.list()
  expect(data.map((event) => event.pending_webhooks)).toEqual([0, 0, 0])
})

test('an event not delivered before a restart is delivered after it', async () => {
  await using both = await startWithReceiver()
  const { sandbox, receiver } = both
  receiver.answer = () => 503
  const { id } = await sandbox.newIntent()
  await sandbox.confirm(id)
  await vi.waitFor(() => expect(receiver.typesOf(id).length).toBeGreaterThanOrEqual(3), POLLING)

  await sandbox.restart()
  const before = receiver.events.length
  receiver.answer = () => 200
  await vi.waitFor(() => {
    const after = new Set(receiver.events.slice(before).map(({ type }) => type))
    expect([...after].toSorted()).toEqual([
      'charge.succeeded',
      'payment_intent.created',
      'payment_intent.succeeded',
    ])
  }, POLLING)
})

test('an unreachable receiver delays neither payments nor the shutdown', async () => {
  const silent = createServer(() => undefined)
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const address = silent.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const sandbox = await startTestSandbox({
    webhook: { url: `http://127.0.0.1:${port}/`, secret: WEBHOOK_SECRET },
  })
  const { id } = await sandbox.newIntent()
  expect((await sandbox.confirm(id)).status).toBe('succeeded')

  const startedAt = performance.now()
  await sandbox[Symbol.asyncDispose]()
  expect(performance.now() - startedAt).toBeLessThan(2000)
  silent.closeAllConnections()
  silent.close()
})
