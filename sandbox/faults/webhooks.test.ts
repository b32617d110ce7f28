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
