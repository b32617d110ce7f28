import type { HomeContent } from '#contract/content.ts'
import { useSite } from '../lib/site.ts'

/** The operator's words for the public pages; account documents do not carry them. */
export function useHome(): HomeContent {
  const { home } = useSite()
  if (home === undefined) throw new Error('This document carries no home content')
  return home
}
