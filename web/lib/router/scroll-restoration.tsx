import { useEffect, useLayoutEffect, useRef } from 'react'
import { useRouter, useShown } from './contexts.ts'

const KEY = 'scroll-positions'
/** Older history entries begin at the top. */
const MAX_STORED = 100

/** Scrolls a new page to its top or to the part its address names; back, forward and reload restore the position. */
export function ScrollRestoration() {
  const router = useRouter()
  const shown = useShown()
  const { location, keepsScroll, Component, failure } = shown
  const isReady = Component !== undefined || failure !== undefined
  const drawn = useRef(shown)

  useEffect(() => {
    const store = () => storePosition(drawn.current.location.key)
    // the old page is still shown: React renders the router's new state later
    const stop = router.subscribe((state) => {
      if (state.shown !== drawn.current) store()
    })
    function leave() {
      store()
      // on the way back to this document the browser restores the position
      history.scrollRestoration = 'auto'
    }
    history.scrollRestoration = 'manual'
    addEventListener('pagehide', leave)
    addEventListener('pageshow', takeOver)
    return () => {
      stop()
      removeEventListener('pagehide', leave)
      removeEventListener('pageshow', takeOver)
      history.scrollRestoration = 'auto'
    }
  }, [router])

  useLayoutEffect(() => {
    drawn.current = shown
  }, [shown])

  useLayoutEffect(() => {
    if (isReady && !keepsScroll) scrollThere(location.key, location.hash)
  }, [location, isReady, keepsScroll])

  return null
}

function takeOver(): void {
  history.scrollRestoration = 'manual'
}

function scrollThere(key: string, hash: string): void {
  const top = readPositions()[key]
  const part = hash === '' ? null : document.getElementById(decoded(hash.slice(1)))
  if (top === undefined && part) part.scrollIntoView()
  else scrollTo({ top: top ?? 0, behavior: 'instant' })
}

/** A fragment may be no encoding at all, `#100%`. */
function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

function storePosition(key: string): void {
  const { [key]: _, ...others } = readPositions()
  const kept = [...Object.entries(others).slice(1 - MAX_STORED), [key, Math.round(scrollY)]]
  try {
    sessionStorage.setItem(KEY, JSON.stringify(Object.fromEntries(kept)))
  } catch {
    // Storage is full or forbidden: then pages begin at their top.
  }
}

function readPositions(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '{}')
  } catch {
    return {}
  }
}
