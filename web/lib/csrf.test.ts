import { afterEach, expect, test, vi } from 'vitest'
import { renewCsrfToken, scheduleCsrfToken } from './csrf.ts'

afterEach(() => void vi.useRealTimers())

test.for(['_csrf=; Path=/; Max-Age=0', '_csrf=; Path=/'])(
  '§4 csrf, §9 csrf delay: without a token (%s) one is fetched 100 ms after load',
  async (cookie) => {
    document.cookie = cookie
    vi.useFakeTimers()
    const fetchToken = vi.fn<() => Promise<void>>(() => Promise.resolve())
    scheduleCsrfToken(fetchToken)
    await vi.advanceTimersByTimeAsync(99)
    expect(fetchToken).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(fetchToken).toHaveBeenCalledTimes(1)
  },
)

test('§4 csrf: a visitor who brings a token along needs no other', async () => {
  vi.useFakeTimers()
  const fetchToken = vi.fn<() => Promise<void>>()
  scheduleCsrfToken(fetchToken)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(fetchToken).not.toHaveBeenCalled()
})

test('calls that need a token at the same time share one request', async () => {
  const fetchToken = vi.fn<() => Promise<void>>(() => Promise.resolve())
  await Promise.all([renewCsrfToken(fetchToken), renewCsrfToken(fetchToken)])
  expect(fetchToken).toHaveBeenCalledTimes(1)
  await renewCsrfToken(fetchToken)
  expect(fetchToken).toHaveBeenCalledTimes(2)
})
