/** So long after the document is read at the latest: not every browser tells of its painting. */
const LATEST_MS = 1_000

/**
 * Runs once, when the first of the page can be seen: whatever is fetched earlier would share the line
 * with what the visitor waits for. At once where nothing is painted, as in a tab behind another.
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
    // the ground alone may have been painted before
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
