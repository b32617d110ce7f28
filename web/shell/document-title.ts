import type { RouteEntry } from '../routes.ts'

/** What the browser's tab says. */
export function documentTitle({ meta }: RouteEntry, siteName: string): string {
  return `${meta.title} - ${siteName}`
}
