import { useSyncExternalStore } from 'react'

/**
 * False while prerendered HTML is taken over, which knows neither query nor history: what React
 * finds different then it would leave as it is, or draw the whole page anew.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(neverChanges, always, never)
}

const neverChanges = () => () => undefined
const always = () => true
const never = () => false
