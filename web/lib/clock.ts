import { useSyncExternalStore } from 'react'

/** The clocks differ by more when one of them was set, not because an answer took long. */
const CLOCK_WAS_SET_MS = 5_000

const listeners = new Set<() => void>()
/** What the server's clock is ahead of the visitor's, in ms; undefined before the first answer. */
let ahead: number | undefined
/** What it is ahead of the time since the page was opened, which nobody sets and which may stop while a device sleeps. */
let aheadOfPage = Date.now() - performance.now()

/** The server's time in ms since 1970; before its first answer the visitor's. It goes on when that is set back. */
export function now(): number {
  return Math.max(Date.now() + (ahead ?? 0), aheadOfPage + performance.now())
}

/**
 * Reads the header Date of an answer that has just come. It counts whole seconds: the greatest difference found is the
 * nearest to the real one, and never beyond it.
 */
export function readServerTime(date: string | null): void {
  const found = Date.parse(date ?? '') - Date.now()
  if (Number.isNaN(found)) return
  if (ahead !== undefined && found <= ahead && found > ahead - CLOCK_WAS_SET_MS) return
  ahead = found
  aheadOfPage = Date.now() + found - performance.now()
  for (const onChange of listeners) onChange()
}

/** The server's time by `format`, again when it turns out to differ from the visitor's. */
export function useServerTime<T extends string | number>(format: (now: number) => T): T {
  const read = () => format(now())
  return useSyncExternalStore(subscribe, read, read)
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange)
  return () => listeners.delete(onChange)
}
