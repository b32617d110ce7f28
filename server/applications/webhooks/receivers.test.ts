import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setImmediate as turn } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import {
  deliverMessages,
  emptyServers,
  fallBelowThreshold,
  hurryMessages,
  listMessages,
  registerReceiver,
} from '../../testing/applications/messages.ts'
import { startReceiver } from '../../testing/applications/webhook-receiver.ts'
import { applicationJobs } from '../jobs.ts'
import { rotateSecrets } from '../registry/rotate-secrets.ts'

const emptyServer = emptyServers()
const WAIT = { timeout: 10_000, interval: 20 }

test('an answer without an end is cut off, and its status counts', async () => {
  const server = await emptyServer()
  await using receiver = await startReceiver()
  await registerReceiver(server, receiver.url)
  let sent = 0
  const closed = Promise.withResolvers<void>()
  async function flood(to: ServerResponse): Promise<void> {
    to.writeHead(200)
    to.on('close', closed.resolve)
    while (!to.destroyed) {
      sent += 64 * 1024
      if (!to.write(Buffer.alloc(64 * 1024)))
        await Promise.race([once(to, 'drain'), closed.promise])
      await turn()
    }
  }
  receiver.answers.push((to) => void flood(to))
  await fallBelowThreshold(server)
  await using _worker = deliverMessages(server)
  await expect.poll(async () => (await listMessages(server))[0]?.state, WAIT).toBe('delivered')
  await closed.promise
  // what fits into the buffers of both sides
  expect(sent).toBeLessThan(64 * 1024 * 1024)
})

test('an answer that begins and then drips is a time-out, and the message is tried again', async () => {
  const server = await emptyServer()
  await using receiver = await startReceiver()
  await registerReceiver(server, receiver.url)
  receiver.answers.push((to) => {
    const drip = setInterval(() => to.write('.'), 20)
    to.writeHead(200).on('close', () => clearInterval(drip))
  })
  await fallBelowThreshold(server)
  await using _worker = deliverMessages(server, { timeoutMs: 2_000 })
  await expect.poll(async () => (await listMessages(server))[0]?.tries, WAIT).toBe(1)
  expect((await listMessages(server))[0]).toMatchObject({ state: 'waiting' })
  await hurryMessages(server)
  await expect.poll(async () => (await listMessages(server))[0]?.state, WAIT).toBe('delivered')
  expect(receiver.received).toHaveLength(2)
})

test('a receiver that hangs holds up no message of another application', async () => {
  const server = await emptyServer()
  await using hanging = await startReceiver()
  await using other = await startReceiver()
  await registerReceiver(server, hanging.url)
  await registerReceiver(server, other.url)
  hanging.answers.push(() => {})
  await fallBelowThreshold(server)
  await using _worker = deliverMessages(server)
  await expect.poll(() => [hanging.received.length, other.received.length], WAIT).toEqual([1, 1])
  await expect
    .poll(async () => (await listMessages(server)).map(({ state }) => state).toSorted(), WAIT)
    .toEqual(['delivered', 'waiting'])
})

test('a redirect is a failure: its target hears nothing', async () => {
  const server = await emptyServer()
  await using receiver = await startReceiver()
  await using target = await startReceiver()
  await registerReceiver(server, receiver.url)
  for (const status of [301, 302, 307, 308])
    receiver.answers.push((to) => to.writeHead(status, { location: target.url }).end())
  await fallBelowThreshold(server)
  await using _worker = deliverMessages(server)
  for (const tries of [1, 2, 3, 4]) {
    await expect.poll(async () => (await listMessages(server))[0]?.tries, WAIT).toBe(tries)
    await hurryMessages(server)
  }
  await expect.poll(async () => (await listMessages(server))[0]?.state, WAIT).toBe('delivered')
  expect(receiver.received).toHaveLength(5)
  expect(target.received).toEqual([])
})

test('under another SECRET_KEY a message waits and says why; a rotated webhook secret mends it', async () => {
  const server = await emptyServer()
  await using receiver = await startReceiver()
  const { id } = await registerReceiver(server, receiver.url)
  const secretKey = 'another key that is long enough for the shop to accept it'
  const changed = { ...server, deps: { ...server.deps, config: { ...server.config, secretKey } } }
  await fallBelowThreshold(server)
  await using _worker = deliverMessages(changed)
  await expect.poll(async () => (await listMessages(server))[0]?.tries, WAIT).toBe(1)
  const [message] = await listMessages(server)
  expect(message).toMatchObject({ state: 'waiting' })
  expect(message!.lastError).toContain('stored under another SECRET_KEY')
  expect(message!.lastError).toContain('applications rotate --webhook-secret')
  expect(receiver.received).toEqual([])

  const options = { withClientSecret: false, withWebhookSecret: true }
  const rotated = await rotateSecrets(changed.deps, id, options)
  await hurryMessages(server)
  await expect.poll(async () => (await listMessages(server))[0]?.state, WAIT).toBe('delivered')
  const { headers, body } = receiver.received[0]!
  const signed = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, String(value)]),
  )
  expect(Object(rotated)).toMatchObject({ webhookSecret: expect.stringMatching(/^whsec_/) })
  new Webhook(Object(rotated).webhookSecret).verify(body, signed)
})

test('messages are deleted 30 days after they were made, whatever their state', async () => {
  const server = await emptyServer()
  const { id } = await registerReceiver(server, 'https://tools.test/hooks')
  const now = server.deps.now()
  const ago = (days: number) => new Date(now.getTime() - days * 86_400_000 - 1_000)
  for (const days of [0, 29, 30, 31, 400])
    for (const state of ['delivered', 'given_up', 'waiting'])
      await server.sql`
        insert into application_messages (id, application_id, type, data, state, created_at, ended_at)
        values (gen_random_uuid(), ${id}, ${`${days} days`}, '{}', ${state}, ${ago(days)},
          ${state === 'waiting' ? null : now})`
  const deps = { ...server.deps, now: () => now }
  for (const job of applicationJobs(deps)) await job.run(new AbortController().signal)
  const left = (await listMessages(server)).map(({ type }) => type)
  expect(left).toHaveLength(6)
  expect(new Set(left)).toEqual(new Set(['0 days', '29 days']))
})
