import type { HomeContent } from '#contract/content.ts'
import { useWords } from '../../lib/site.ts'

/** The operator's words that several public pages show. */
export function useHomeContent(): HomeContent {
  return useWords('home')
}
