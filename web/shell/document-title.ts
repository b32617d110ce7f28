import type { Site } from '#contract/content.ts'
import type { SiteAddress } from '#contract/addresses.ts'

/** What the browser's tab says. */
export function documentTitle(
  { path, meta }: SiteAddress,
  { name, titles }: Pick<Site, 'name' | 'titles'>,
): string {
  return `${titles[path] ?? meta.title} - ${name}`
}
