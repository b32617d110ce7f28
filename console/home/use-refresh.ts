import { useEffect, useEffectEvent } from 'react'

const MINUTE_MS = 60_000
/** While figures are being counted anew. */
const SOON_MS = 5_000
/** After so long without a key or pointer the page asks for nothing, so that an unattended session ends. */
const ATTENDED_MS = 10 * MINUTE_MS

/** Calls `reload` each minute while the page is visible and somebody is there; soon when it `isRenewing`. */
export function useRefresh(reload: () => void, isRenewing: boolean): void {
  const refresh = useEffectEvent(reload)
  useEffect(() => {
    let touchedAt = performance.now()
    let askedAt = performance.now()
    const everyMs = isRenewing ? SOON_MS : MINUTE_MS
    function tick() {
      const now = performance.now()
      if (document.visibilityState !== 'visible' || now - touchedAt > ATTENDED_MS) return
      if (now - askedAt < everyMs) return
      askedAt = now
      refresh()
    }
    function touch() {
      touchedAt = performance.now()
      tick()
    }
    const timer = setInterval(tick, SOON_MS)
    const events = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'visibilitychange'] as const
    for (const name of events) document.addEventListener(name, touch, { passive: true })
    return () => {
      clearInterval(timer)
      for (const name of events) document.removeEventListener(name, touch)
    }
  }, [isRenewing])
}
