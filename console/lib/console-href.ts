import { searchOf } from '#web/lib/href.ts'

/** The pages of the console. */
export type ConsolePath =
  | '/'
  | '/actions'
  | '/audit'
  | '/signatures'
  | '/staff'
  | '/security'
  | '/invitation'

/** An address of the console with its query; empty values are left out. */
export function consoleHref(
  path: ConsolePath,
  query: Record<string, string | undefined> = {},
): string {
  return path + searchOf(query)
}
