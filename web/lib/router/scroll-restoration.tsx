import { useEffect, useLayoutEffect, useRef } from 'react'
import { useRouter, useShown } from './contexts.ts'

const KEY = 'scroll-positions'
/** Older history entries begin at the top. */
const KEPT = 100

/** Every page begins at its top or at the part its address names; a step back or forward and a reload where it was. */
export function ScrollRestoration() {
  const router = useRouter()
  const shown = useShown()
  const { location, keepsScroll, Component, failure } = shown
  const isReady = Component !== undefined || failure !== undefined
  const drawn = useRef(shown)

  useEffect(() => {
    const keep = () => keepPosition(drawn.current.location.key)
    // the old page still stands: what the router tells is drawn later
    const stop = router.subscribe((state) => {
      if (state.shown !== drawn.current) keep()
    })
    function leave() {
      keep()
      // the way back to this document is the browser's, which knows it before we do
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

function keepPosition(key: string): void {
  const { [key]: _, ...others } = readPositions()
  const kept = [...Object.entries(others).slice(1 - KEPT), [key, Math.round(scrollY)]]
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
