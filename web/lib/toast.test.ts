import { afterEach, expect, test, vi } from 'vitest'
import { currentToasts, toast } from './toast.ts'

afterEach(() => void vi.useRealTimers())

const shown = () => currentToasts().map(({ message }) => message)

test('§9 toast: a toast disappears after 3 s', () => {
  vi.useFakeTimers()
  toast('已复制')
  vi.advanceTimersByTime(2_999)
  expect(shown()).toEqual(['已复制'])
  vi.advanceTimersByTime(1)
  expect(shown()).toEqual([])
})

test('the same message is not shown twice at a time, but can come again later', () => {
  vi.useFakeTimers()
  toast('网络异常', 'bad')
  toast('网络异常', 'bad')
  toast('已复制')
  expect(shown()).toEqual(['网络异常', '已复制'])
  vi.advanceTimersByTime(3_000)
  toast('网络异常', 'bad')
  expect(shown()).toEqual(['网络异常'])
})

test('two messages of one cause are one toast', () => {
  toast('登录状态已过期，请重新登录', 'bad', 'expired')
  toast('请登录', 'bad', 'expired')
  expect(shown()).toEqual(['登录状态已过期，请重新登录'])
})
