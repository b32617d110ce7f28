import type { Site } from '#contract/content/content.ts'
import type { SiteAddress } from '#contract/addresses.ts'

/** The title of the document. */
export function documentTitle(
  { path, meta }: SiteAddress,
  { name, titles }: Pick<Site, 'name' | 'titles'>,
): string {
  return `${titles[path] ?? meta.title} - ${name}`
}
