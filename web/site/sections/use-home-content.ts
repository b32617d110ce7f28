import type { PageWords } from '#contract/content/content.ts'
import { usePageContent } from '../../lib/site.ts'

/** The operator's texts of the home page, some of which the plans page shows too. */
export function useHomeContent(): PageWords['home'] {
  return usePageContent('home')
}
