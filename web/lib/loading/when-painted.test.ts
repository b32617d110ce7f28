import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { whenPainted } from './when-painted.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void Reflect.deleteProperty(document, 'visibilityState'))

test('the callback runs once, after the first paint', () => {
  const paint = watchPainting()
  const run = vi.fn<() => void>()
  whenPainted(run)
  paint('first-paint')
  expect(run).not.toHaveBeenCalled()
  paint('first-contentful-paint')
  paint('first-contentful-paint')
  setVisibility('hidden')
  vi.runAllTimers()
  expect(run).toHaveBeenCalledTimes(1)
})

test('a paint before the call counts, too', async () => {
  drawTests()
  document.body.append('星桥')
  // time stands, so nothing else can end the wait
  const painted = new Promise<void>((resolve) => whenPainted(resolve))
  await expect(painted).resolves.toBeUndefined()
})

test('without paint entries the callback runs after one second', () => {
  watchPainting()
  const run = vi.fn<() => void>()
  whenPainted(run)
  vi.advanceTimersByTime(999)
  expect(run).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(run).toHaveBeenCalledTimes(1)
})

test('a tab that is hidden, or becomes so before its first paint, runs the callback at once', () => {
  watchPainting()
  const run = vi.fn<() => void>()
  whenPainted(run)
  setVisibility('visible')
  expect(run).not.toHaveBeenCalled()
  setVisibility('hidden')
  expect(run).toHaveBeenCalledTimes(1)
  whenPainted(run)
  expect(run).toHaveBeenCalledTimes(2)
})

/** Replaces `PerformanceObserver`; the returned function reports a paint entry. */
function watchPainting(): (entry: string) => void {
  type Callback = (list: { getEntriesByName: (name: string) => string[] }) => void
  const callbacks = new Set<Callback>()
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      readonly #callback: Callback
      constructor(callback: Callback) {
        this.#callback = callback
      }
      observe({ type }: { type: string }) {
        if (type === 'paint') callbacks.add(this.#callback)
      }
      disconnect() {
        callbacks.delete(this.#callback)
      }
    },
  )
  return (entry) => {
    for (const callback of callbacks)
      callback({ getEntriesByName: (name) => [entry].filter((each) => each === name) })
  }
}

/** Shows the tests until this one ends. */
function drawTests(): void {
  const { style } = parent.document.body
  const { opacity } = style
  style.opacity = ''
  onTestFinished(() => void (style.opacity = opacity))
}

function setVisibility(state: DocumentVisibilityState): void {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}
