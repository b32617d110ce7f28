import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearToasts, currentToasts, toast } from './toast.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  clearToasts()
})

const shown = () => currentToasts().map(({ message }) => message)

test('§9 toast: a toast disappears after 3 s; the same message shows once at a time, but can come again', () => {
  toast('网络异常', 'bad')
  toast('网络异常', 'bad')
  toast('已复制')
  vi.advanceTimersByTime(2_999)
  expect(shown()).toEqual(['网络异常', '已复制'])
  vi.advanceTimersByTime(1)
  expect(shown()).toEqual([])
  toast('网络异常', 'bad')
  expect(shown()).toEqual(['网络异常'])
})

test('two messages of one cause are one toast', () => {
  toast('登录状态已过期，请重新登录', 'bad', 'expired')
  toast('请登录', 'bad', 'expired')
  expect(shown()).toEqual(['登录状态已过期，请重新登录'])
})
