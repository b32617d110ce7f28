import type { HomeContent } from '#contract/content/content.ts'
import { usePageContent } from '../../lib/site.ts'

/** The operator's texts of the home page, which other public pages show too. */
export function useHomeContent(): HomeContent {
  return usePageContent('home')
}
