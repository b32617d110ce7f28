import { afterEach, expect, test, vi } from 'vitest'
import { reloadOnce } from './reload.ts'

afterEach(() => void vi.useRealTimers())

test('§8 HTML: a page reloads at most once per 10 s', () => {
  vi.useFakeTimers()
  const reload = vi.fn<() => void>()
  expect(reloadOnce(reload)).toBe(true)
  expect(reloadOnce(reload)).toBe(false)
  vi.advanceTimersByTime(9_999)
  expect(reloadOnce(reload)).toBe(false)
  vi.advanceTimersByTime(1)
  expect(reloadOnce(reload)).toBe(true)
  expect(reload).toHaveBeenCalledTimes(2)
})

test('without session storage the page is not reloaded, since the reload could repeat forever', () => {
  const forbidden = vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('forbidden', 'SecurityError')
  })
  const reload = vi.fn<() => void>()
  expect(reloadOnce(reload)).toBe(false)
  expect(reload).not.toHaveBeenCalled()
  forbidden.mockRestore()
})
