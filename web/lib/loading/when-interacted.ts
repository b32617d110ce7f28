const IDLE_MS = 4_000
const SIGNS = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin'] as const

/** Runs once: at the first interaction, or 4 s after the load event of a page that is shown. */
export function whenInteracted(run: () => void): void {
  const waiting = new AbortController()

  function runOnce(): void {
    if (waiting.signal.aborted) return
    waiting.abort()
    run()
  }

  for (const sign of SIGNS) {
    addEventListener(sign, runOnce, { passive: true, capture: true, signal: waiting.signal })
  }
  whenLoaded(() => whenActivated(() => void setTimeout(runOnce, IDLE_MS)), waiting.signal)
}

/** Runs at once; in a prerendered page, when the page is activated. */
export function whenActivated(run: () => void): void {
  if ('prerendering' in document && document.prerendering === true) {
    document.addEventListener('prerenderingchange', run, { once: true })
  } else {
    run()
  }
}

/** Runs now, or after the load event of the document. */
export function whenLoaded(run: () => void, signal?: AbortSignal): void {
  if (document.readyState === 'complete') run()
  else addEventListener('load', run, { once: true, ...(signal && { signal }) })
}
