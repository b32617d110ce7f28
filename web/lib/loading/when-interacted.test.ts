import { afterEach, expect, test, vi } from 'vitest'
import { whenInteracted } from './when-interacted.ts'

afterEach(() => void vi.useRealTimers())

test('the first sign of a visitor starts the app, once', () => {
  for (const sign of ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin']) {
    const run = vi.fn<() => void>()
    whenInteracted(run)
    expect(run).not.toHaveBeenCalled()
    document.body.dispatchEvent(new Event(sign, { bubbles: true }))
    document.body.dispatchEvent(new Event(sign, { bubbles: true }))
    expect(run, sign).toHaveBeenCalledTimes(1)
  }
})

test('4 s after the load event the app starts by itself, once', () => {
  vi.useFakeTimers()
  const run = vi.fn<() => void>()
  whenInteracted(run)
  vi.advanceTimersByTime(3_999)
  expect(run).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  document.body.dispatchEvent(new Event('keydown', { bubbles: true }))
  expect(run).toHaveBeenCalledTimes(1)
})

test('a prerendered page that is not shown yet does not start the app', () => {
  vi.useFakeTimers()
  Object.defineProperty(document, 'prerendering', { value: true, configurable: true })
  const run = vi.fn<() => void>()
  whenInteracted(run)
  vi.advanceTimersByTime(60_000)
  expect(run).not.toHaveBeenCalled()
  Reflect.deleteProperty(document, 'prerendering')
  document.dispatchEvent(new Event('prerenderingchange'))
  vi.advanceTimersByTime(4_000)
  expect(run).toHaveBeenCalledTimes(1)
})
