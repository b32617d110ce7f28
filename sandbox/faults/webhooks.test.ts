import { expect, test, vi } from 'vitest'
import {
  startReceiver,
  startTestSandbox,
  WEBHOOK_SECRET,
  POLLING,
} from '../testing/test-sandbox.ts'

async function startWithReceiver() {
  const receiver = await startReceiver()
  const sandbox = await startTestSandbox({ webhook: { url: receiver.url, secret: WEBHOOK_SECRET } })
  return {
    receiver,
    sandbox,
    /** Switches the fault on for events of this type, or for all. */
    set: (fault: string, on = '*', delay_ms = 60_000) =>
      sandbox.control('/faults', { webhooks: [{ on, fault, delay_ms }] }),
    async [Symbol.asyncDispose]() {
      await sandbox[Symbol.asyncDispose]()
      await receiver[Symbol.asyncDispose]()
    },
  }
}

test('drop: the event is never sent and its task is removed', async () => {
  await using both = await startWithReceiver()
  const { sandbox, receiver } = both
  await both.set('drop', 'payment_intent.succeeded')
  const { id } = await sandbox.newIntent()
  await sandbox.confirm(id)

  await vi.waitFor(async () => {
    expect(await sandbox.control('')).toHaveProperty('waiting', {})
    expect(receiver.typesOf(id)).toHaveLength(2)
  }, POLLING)
  expect(receiver.typesOf(id).toSorted()).toEqual(['charge.succeeded', 'payment_intent.created'])
  const { data } = await sandbox.stripe.events.list({ type: 'payment_intent.succeeded' })
  expect(data).toMatchObject([{ pending_webhooks: 0, data: { object: { id } } }])
})

test('double: the same event is sent twice', async () => {
  await using both = await startWithReceiver()
  const { sandbox, receiver } = both
  await both.set('double')
  const { id } = await sandbox.newIntent()
  await vi.waitFor(() => expect(receiver.events).toHaveLength(2), POLLING)
  expect(new Set(receiver.events.map((event) => event.id)).size).toBe(1)
  expect(receiver.typesOf(id)).toEqual(['payment_intent.created', 'payment_intent.created'])
  await vi.waitFor(async () => {
    expect(await sandbox.control('')).toHaveProperty('waiting', {})
  }, POLLING)
  expect(receiver.events).toHaveLength(2)
})

test('late: the event is sent after its delay', async () => {
  await using both = await startWithReceiver()
  const { sandbox, receiver } = both
  await both.set('late', 'payment_intent.created', 60_000)
  const { id } = await sandbox.newIntent()
  await sandbox.confirm(id)
  await vi.waitFor(() => expect(receiver.typesOf(id)).toHaveLength(2), POLLING)
  expect(receiver.typesOf(id)).not.toContain('payment_intent.created')
  expect(await sandbox.control('')).toMatchObject({ waiting: { deliver: 1 } })

  await sandbox.control('/clock', { advance_ms: 60_000 })
  await vi.waitFor(() => {
    expect(receiver.typesOf(id).at(-1)).toBe('payment_intent.created')
  }, POLLING)
})

test('reorder: the event is sent after the next one of its payment', async () => {
  await using both = await startWithReceiver()
  const { sandbox, receiver } = both
  await both.set('reorder', 'payment_intent.created')
  const { id } = await sandbox.newIntent()
  const other = await sandbox.newIntent()
  await vi.waitFor(async () => {
    expect(await sandbox.control('/faults')).toMatchObject({
      counts: { webhooks: { 'payment_intent.created': { done: { reorder: 2 } } } },
    })
  }, POLLING)
  await sandbox.stripe.paymentIntents.cancel(id)
  await vi.waitFor(() => {
    expect(receiver.typesOf(id)).toEqual(['payment_intent.canceled', 'payment_intent.created'])
  }, POLLING)
  expect(receiver.typesOf(other.id)).toEqual([])
})

test('altered: the signature is wrong, and a later try delivers the event', async () => {
  await using both = await startWithReceiver()
  const { sandbox, receiver } = both
  await both.set('altered')
  const { id } = await sandbox.newIntent()
  await vi.waitFor(() => expect(receiver.refused).toBeGreaterThan(0), POLLING)
  expect(receiver.events).toEqual([])
  await sandbox.control('/faults', {})
  await vi.waitFor(() => expect(receiver.typesOf(id)).toEqual(['payment_intent.created']), POLLING)
})

test('an event held back is delivered after a restart', async () => {
  await using both = await startWithReceiver()
  const { sandbox, receiver } = both
  await both.set('late')
  const { id } = await sandbox.newIntent()
  await vi.waitFor(async () => {
    expect(await sandbox.control('/faults')).toMatchObject({
      counts: { webhooks: { 'payment_intent.created': { met: 1, done: { late: 1 } } } },
    })
  }, POLLING)
  await sandbox.restart()
  await sandbox.control('/clock', { advance_ms: 60_000 })
  await vi.waitFor(() => expect(receiver.typesOf(id)).toEqual(['payment_intent.created']), POLLING)
})
