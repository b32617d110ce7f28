import { whenLoaded } from './when-loaded.ts'
import { whenActivated } from './when-activated.ts'

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
