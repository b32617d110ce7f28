import type { Site } from '#contract/content.ts'
import type { RouteEntry } from '../routes.ts'

/** What the browser's tab says. */
export function documentTitle(
  { path, meta }: RouteEntry,
  { name, titles }: Pick<Site, 'name' | 'titles'>,
): string {
  return `${titles[path] ?? meta.title} - ${name}`
}
