import type { HomeContent } from '#contract/content.ts'
import { useWords } from '../../lib/site.ts'

/** The operator's texts of the home page, which other public pages show too. */
export function useHomeContent(): HomeContent {
  return useWords('home')
}
