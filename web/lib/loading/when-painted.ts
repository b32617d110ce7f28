/** Latest start after parsing: not every browser reports its first paint. */
const LATEST_MS = 1_000

/**
 * Runs once, after the first contentful paint: earlier requests would compete with it. At once in a hidden
 * tab, which paints nothing.
 */
export function whenPainted(run: () => void): void {
  const waiting = new AbortController()
  const { signal } = waiting

  function runOnce(): void {
    if (signal.aborted) return
    waiting.abort()
    run()
  }

  function runIfHidden(): void {
    if (document.visibilityState === 'hidden') runOnce()
  }

  const observer = new PerformanceObserver((list) => {
    // 'first-paint' may be the background only
    if (list.getEntriesByName('first-contentful-paint').length > 0) runOnce()
  })
  observer.observe({ type: 'paint', buffered: true })
  const timer = setTimeout(runOnce, LATEST_MS)
  document.addEventListener('visibilitychange', runIfHidden, { signal })
  signal.addEventListener('abort', () => {
    observer.disconnect()
    clearTimeout(timer)
  })
  runIfHidden()
}
