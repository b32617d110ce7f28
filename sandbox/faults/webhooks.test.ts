import { expect, test, vi } from 'vitest'
import { POLLING, startWithReceiver } from '../testing/test-sandbox.ts'

type Both = Awaited<ReturnType<typeof startWithReceiver>>

/** Switches the fault on for events of this type, or for all. */
const set = ({ sandbox }: Both, fault: string, on = '*'): Promise<void> =>
  sandbox.setFaults({ webhooks: [{ on, fault, percent: 100, delay_ms: 60_000 }] })

test('drop: the event is never sent and its task is removed', async () => {
  await using both = await startWithReceiver()
  const { sandbox, receiver } = both
  await set(both, 'drop', 'payment_intent.succeeded')
  const { id } = await sandbox.newIntent()
  await sandbox.confirm(id)

  await vi.waitFor(async () => {
    expect(await sandbox.control('')).toHaveProperty('waiting', {})
    expect(receiver.typesOf(id)).toHaveLength(2)
  }, POLLING)
  expect(receiver.typesOf(id).toSorted()).toEqual(['charge.succeeded', 'payment_intent.created'])
  const [lost] = (await sandbox.stripe.events.list()).data
  expect(lost).toMatchObject({ type: 'payment_intent.succeeded', pending_webhooks: 0 })
})

test('double: the same event is sent twice', async () => {
  await using both = await startWithReceiver()
  const { sandbox, receiver } = both
  await set(both, 'double')
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
  await set(both, 'late', 'payment_intent.created')
  const { id } = await sandbox.newIntent()
  await sandbox.confirm(id)
  await vi.waitFor(() => expect(receiver.typesOf(id)).toHaveLength(2), POLLING)
  expect(receiver.typesOf(id)).not.toContain('payment_intent.created')
  expect(await sandbox.control('')).toMatchObject({ waiting: { deliver: 1 } })

  await sandbox.advance(60_000)
  await vi.waitFor(() => {
    expect(receiver.typesOf(id).at(-1)).toBe('payment_intent.created')
  }, POLLING)
})

test('reorder: the event is sent after the next one of its payment', async () => {
  await using both = await startWithReceiver()
  const { sandbox, receiver } = both
  await set(both, 'reorder', 'payment_intent.created')
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
  await set(both, 'altered')
  const { id } = await sandbox.newIntent()
  await vi.waitFor(() => expect(receiver.refused).toBeGreaterThan(0), POLLING)
  expect(receiver.events).toEqual([])
  await sandbox.setFaults({})
  await vi.waitFor(() => expect(receiver.typesOf(id)).toEqual(['payment_intent.created']), POLLING)
})

test('an event held back is delivered after a restart', async () => {
  await using both = await startWithReceiver()
  const { sandbox, receiver } = both
  await set(both, 'late')
  const { id } = await sandbox.newIntent()
  await vi.waitFor(async () => {
    expect(await sandbox.control('/faults')).toMatchObject({
      counts: { webhooks: { 'payment_intent.created': { met: 1, done: { late: 1 } } } },
    })
  }, POLLING)
  await sandbox.restart()
  await sandbox.advance(60_000)
  await vi.waitFor(() => expect(receiver.typesOf(id)).toEqual(['payment_intent.created']), POLLING)
})
