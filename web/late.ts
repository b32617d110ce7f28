/**
 * Public pages are complete without script. The app is fetched at the first sign of a visitor who
 * acts, or when the page has been idle for 4 s.
 */
const IDLE_MS = 4_000
const SIGNS = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin'] as const

const waiting = new AbortController()

function boot(): void {
  if (waiting.signal.aborted) return
  waiting.abort()
  void import('./main.tsx')
}

for (const sign of SIGNS) {
  addEventListener(sign, boot, { passive: true, capture: true, signal: waiting.signal })
}
addEventListener('load', () => setTimeout(boot, IDLE_MS), { signal: waiting.signal })
if (document.readyState === 'complete') setTimeout(boot, IDLE_MS)
