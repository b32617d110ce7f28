import type { HomeContent } from '#contract/content.ts'
import { useWords } from '../../lib/site.ts'

/** The operator's words that several public pages show. */
export function useHome(): HomeContent {
  return useWords('home')
}
