import { afterEach, expect, test, vi } from 'vitest'
import { whenWanted } from './when-wanted.ts'

afterEach(() => void vi.useRealTimers())

test.for(['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin'])(
  'the first %s is a sign of a visitor who acts',
  (sign) => {
    const run = vi.fn<() => void>()
    whenWanted(run)
    expect(run).not.toHaveBeenCalled()
    document.body.dispatchEvent(new Event(sign, { bubbles: true }))
    document.body.dispatchEvent(new Event(sign, { bubbles: true }))
    expect(run).toHaveBeenCalledTimes(1)
  },
)

test('so are 4 s of quiet, and nothing runs twice', () => {
  vi.useFakeTimers()
  const run = vi.fn<() => void>()
  whenWanted(run)
  vi.advanceTimersByTime(3_999)
  expect(run).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  document.body.dispatchEvent(new Event('keydown', { bubbles: true }))
  expect(run).toHaveBeenCalledTimes(1)
})

test('nobody is there yet while the browser prepares the page ahead of a visit', () => {
  vi.useFakeTimers()
  Object.defineProperty(document, 'prerendering', { value: true, configurable: true })
  const run = vi.fn<() => void>()
  whenWanted(run)
  vi.advanceTimersByTime(60_000)
  expect(run).not.toHaveBeenCalled()
  Reflect.deleteProperty(document, 'prerendering')
  document.dispatchEvent(new Event('prerenderingchange'))
  vi.advanceTimersByTime(4_000)
  expect(run).toHaveBeenCalledTimes(1)
})
