import { useSyncExternalStore } from 'react'

/** False during hydration: prerendered HTML has neither query nor history, and React must find it unchanged. */
export function useHydrated(): boolean {
  return useSyncExternalStore(neverChanges, always, never)
}

const neverChanges = () => () => undefined
const always = () => true
const never = () => false
