import type { ServerResponse } from 'node:http'
import { Webhook } from 'standardwebhooks'
import { userAgentOf } from '../../program.ts'
import { expect, test } from 'vitest'
import * as apiKeys from '#contract/account/api-keys.ts'
import { grantCredit } from '../../testing/applications/applications.ts'
import { adjust } from '../../testing/credit.ts'
import {
  deliverMessages,
  emptyServers,
  fallBelowThreshold,
  hurryMessages,
  listMessages,
  registerReceiver,
} from '../../testing/applications/messages.ts'
import { startReceiver, type ReceivedMessage } from '../../testing/applications/webhook-receiver.ts'
import { disableApplication } from '../registry/applications.store.ts'

const emptyServer = emptyServers()
const WAIT = { timeout: 10_000, interval: 20 }

const read = ({ body }: ReceivedMessage) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- compared as a whole
  JSON.parse(body) as { type: string; timestamp: string; data: Record<string, unknown> }

test('a balance that falls below the threshold is told once, signed by Standard Webhooks', async () => {
  const server = await emptyServer()
  await using receiver = await startReceiver()
  const { webhookSecret } = await registerReceiver(server, receiver.url)
  await registerReceiver(server, null)
  const ann = await fallBelowThreshold(server)
  await adjust(server, ann, { delta: -10 })
  await using _worker = deliverMessages(server)
  await expect.poll(async () => (await listMessages(server))[0]?.state, WAIT).toBe('delivered')
  expect(receiver.received).toHaveLength(1)
  const [message] = receiver.received
  const { headers, body } = message!
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'webhook-id': expect.stringMatching(/^msg_[0-9a-f-]{36}$/),
  })
  const verifier = new Webhook(webhookSecret!)
  const signed = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, String(value)]),
  )
  expect(verifier.verify(body, signed)).toMatchObject({
    type: 'credit.low',
    data: { user: ann.user.id, balance: 90, held: 0, available: 90, threshold: 100 },
  })
  expect(() => verifier.verify(`${body} `, signed)).toThrow()
  expect(JSON.stringify(await server.sql`select * from applications`)).not.toContain(webhookSecret)
})

test('a message is tried again after 500, a redirect, a time-out and a refused connection, with the same id', async () => {
  const server = await emptyServer()
  const first = await startReceiver()
  await registerReceiver(server, first.url)
  first.answers.push(
    (to) => to.writeHead(500).end('no'),
    (to) => to.writeHead(302, { location: first.url }).end(),
    () => {},
  )
  await fallBelowThreshold(server)
  await using _worker = deliverMessages(server, { timeoutMs: 2_000 })
  for (const tries of [1, 2, 3]) {
    await expect.poll(async () => (await listMessages(server))[0]?.tries, WAIT).toBe(tries)
    if (tries < 3) await hurryMessages(server)
  }
  await first[Symbol.asyncDispose]()
  await hurryMessages(server)
  await expect.poll(async () => (await listMessages(server))[0]?.tries, WAIT).toBe(4)
  const refused = await server.sql<{
    text: string
  }>`select last_error as text from application_messages`
  expect(refused[0]!.text).toContain('ECONNREFUSED')
  await using second = await startReceiver({ port: first.port })
  await hurryMessages(server)
  await expect.poll(async () => (await listMessages(server))[0]?.state, WAIT).toBe('delivered')
  const all = [...first.received, ...second.received]
  expect(all).toHaveLength(4)
  expect(new Set(all.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(all[0]!.headers['user-agent']).toBe(userAgentOf(server.config))
})

test('a message that fails to the end is given up', async () => {
  const server = await emptyServer()
  await using receiver = await startReceiver()
  await registerReceiver(server, receiver.url)
  const fail = (to: ServerResponse) => void to.writeHead(500).end()
  receiver.answers.push(fail, fail)
  await fallBelowThreshold(server)
  await using _worker = deliverMessages(server, { attempts: 2 })
  await expect.poll(async () => (await listMessages(server))[0]?.tries, WAIT).toBe(1)
  await hurryMessages(server)
  await expect.poll(async () => (await listMessages(server))[0]?.state, WAIT).toBe('given_up')
  expect(receiver.received).toHaveLength(2)
})

test('a rolled-back transaction leaves no message; a committed one is delivered after a restart', async () => {
  const server = await emptyServer()
  await using receiver = await startReceiver()
  await registerReceiver(server, receiver.url)
  const ann = await server.newUser()
  await adjust(server, ann, { delta: 150 })
  await expect(
    server.sql.begin(async (tx) => {
      await tx`update credit_accounts set balance = balance - 60 where user_id = ${ann.user.id}`
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  expect(await listMessages(server)).toEqual([])
  await adjust(server, ann, { delta: -60 })
  expect(await listMessages(server)).toMatchObject([{ state: 'waiting', tries: 0 }])
  // a worker that died with the job in hand
  await server.sql`update jobs set attempts = 1, locked_until = now() - interval '1 second' where kind = 'application-message'`
  await using _worker = deliverMessages(server)
  await expect.poll(async () => (await listMessages(server))[0]?.state, WAIT).toBe('delivered')
  expect(receiver.received).toHaveLength(1)
})

test('a disabled application gets nothing, neither new messages nor those that wait', async () => {
  const server = await emptyServer()
  await using receiver = await startReceiver()
  const { id } = await registerReceiver(server, receiver.url)
  await fallBelowThreshold(server)
  expect(await disableApplication(server.sql, id, new Date())).toBe(true)
  await fallBelowThreshold(server)
  await using _worker = deliverMessages(server)
  await expect.poll(async () => (await listMessages(server))[0]?.state, WAIT).toBe('given_up')
  expect(await listMessages(server)).toHaveLength(1)
  expect(receiver.received).toEqual([])
})

test('others hear only of users who granted them credit; a revoked grant is told, its keys are not', async () => {
  const server = await emptyServer()
  await using receiver = await startReceiver()
  const { id } = await registerReceiver(server, receiver.url, { isFirstParty: false })
  await fallBelowThreshold(server)
  expect(await listMessages(server)).toEqual([])
  const ann = await server.newUser()
  await grantCredit(server, { id }, ann)
  await adjust(server, ann, { delta: 150 })
  await adjust(server, ann, { delta: -60 })
  const newKey = async () => {
    const given = { applicationId: id, name: '脚本', monthlyLimit: null }
    return (await ann.call(apiKeys.createApiKey, given)).body.data.apiKey.id
  }
  const keyId = await newKey()
  await newKey()
  await ann.call(apiKeys.revokeApiKey, { id: keyId })
  await ann.call(apiKeys.revokeGrant, { id })
  await adjust(server, ann, { delta: 60 })
  await adjust(server, ann, { delta: -60 })
  const user = ann.user.id
  expect(await listMessages(server)).toMatchObject([
    { type: 'credit.low', data: { user } },
    { type: 'key.revoked', data: { user, keyId } },
    { type: 'grant.revoked', data: { user } },
  ])
  await using _worker = deliverMessages(server)
  await expect.poll(() => receiver.received.length, WAIT).toBe(3)
  expect(receiver.received.map((one) => read(one).type).toSorted()).toEqual([
    'credit.low',
    'grant.revoked',
    'key.revoked',
  ])
})
