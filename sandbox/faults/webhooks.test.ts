import { expect, test, vi } from 'vitest'
import {
  startReceiver,
  startTestSandbox,
  WEBHOOK_SECRET,
  patience,
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

test('drop: the event never comes, and is no more waited for', async () => {
  await using both = await startWithReceiver()
  const { sandbox, receiver } = both
  await both.set('drop', 'payment_intent.succeeded')
  const { id } = await sandbox.newIntent()
  await sandbox.confirm(id)

  await vi.waitFor(async () => {
    expect(await sandbox.control('')).toHaveProperty('waiting', {})
    expect(receiver.typesOf(id)).toHaveLength(2)
  }, patience)
  expect(receiver.typesOf(id).toSorted()).toEqual(['charge.succeeded', 'payment_intent.created'])
  const { data } = await sandbox.stripe.events.list({ type: 'payment_intent.succeeded' })
  expect(data).toMatchObject([{ pending_webhooks: 0, data: { object: { id } } }])
})

test('double: the same event comes twice', async () => {
  await using both = await startWithReceiver()
  const { sandbox, receiver } = both
  await both.set('double')
  const { id } = await sandbox.newIntent()
  await vi.waitFor(() => expect(receiver.events).toHaveLength(2), patience)
  expect(new Set(receiver.events.map((event) => event.id)).size).toBe(1)
  expect(receiver.typesOf(id)).toEqual(['payment_intent.created', 'payment_intent.created'])
  await vi.waitFor(async () => {
    expect(await sandbox.control('')).toHaveProperty('waiting', {})
  }, patience)
  expect(receiver.events).toHaveLength(2)
})

test('late: the event comes when its time has come', async () => {
  await using both = await startWithReceiver()
  const { sandbox, receiver } = both
  await both.set('late', 'payment_intent.created', 60_000)
  const { id } = await sandbox.newIntent()
  await sandbox.confirm(id)
  await vi.waitFor(() => expect(receiver.typesOf(id)).toHaveLength(2), patience)
  expect(receiver.typesOf(id)).not.toContain('payment_intent.created')
  expect(await sandbox.control('')).toMatchObject({ waiting: { deliver: 1 } })

  await sandbox.control('/clock', { advance_ms: 60_000 })
  await vi.waitFor(() => {
    expect(receiver.typesOf(id).at(-1)).toBe('payment_intent.created')
  }, patience)
})

test('reorder: the event comes after the next one of its payment', async () => {
  await using both = await startWithReceiver()
  const { sandbox, receiver } = both
  await both.set('reorder', 'payment_intent.created')
  const { id } = await sandbox.newIntent()
  const other = await sandbox.newIntent()
  await vi.waitFor(async () => {
    expect(await sandbox.control('/faults')).toMatchObject({
      counts: { webhooks: { 'payment_intent.created': { done: { reorder: 2 } } } },
    })
  }, patience)
  await sandbox.stripe.paymentIntents.cancel(id)
  await vi.waitFor(() => {
    expect(receiver.typesOf(id)).toEqual(['payment_intent.canceled', 'payment_intent.created'])
  }, patience)
  expect(receiver.typesOf(other.id)).toEqual([])
})

test('altered: the signature is not right, and a later try brings the event', async () => {
  await using both = await startWithReceiver()
  const { sandbox, receiver } = both
  await both.set('altered')
  const { id } = await sandbox.newIntent()
  await vi.waitFor(() => expect(receiver.refused).toBeGreaterThan(0), patience)
  expect(receiver.events).toEqual([])
  await sandbox.control('/faults', {})
  await vi.waitFor(() => expect(receiver.typesOf(id)).toEqual(['payment_intent.created']), patience)
})

test('what is held back is still to come after a restart', async () => {
  await using both = await startWithReceiver()
  const { sandbox, receiver } = both
  await both.set('late')
  const { id } = await sandbox.newIntent()
  await vi.waitFor(async () => {
    expect(await sandbox.control('/faults')).toMatchObject({
      counts: { webhooks: { 'payment_intent.created': { met: 1, done: { late: 1 } } } },
    })
  }, patience)
  await sandbox.restart()
  await sandbox.control('/clock', { advance_ms: 60_000 })
  await vi.waitFor(() => expect(receiver.typesOf(id)).toEqual(['payment_intent.created']), patience)
})
