import { expect, test } from 'vitest'
import { anySignal, timeoutSignal } from './abort-signals.ts'

test('a signal of several aborts with the first of them and its reason, at once when one has', () => {
  const [first, second] = [new AbortController(), new AbortController()]
  const any = anySignal([first.signal, second.signal])
  expect(any.aborted).toBe(false)
  second.abort('left')
  first.abort('late')
  expect(any.reason).toBe('left')
  expect(anySignal([first.signal, second.signal]).reason).toBe('late')
})

test('a signal of a time aborts with the error by which a call knows that it took too long', async () => {
  const signal = timeoutSignal(1)
  await expect.poll(() => signal.aborted).toBe(true)
  expect(signal.reason).toMatchObject({ name: 'TimeoutError' })
})
