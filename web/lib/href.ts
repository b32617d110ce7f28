import type { SitePath } from '#contract/addresses.ts'

type Values = Record<string, string | number | undefined>

/** An address of the route table, with its query string; empty values are left out. */
export function href(path: SitePath, query: Values = {}): string {
  return path + searchOf(query)
}

/** The query string alone, `?` included; '' for none. */
export function searchOf(query: Values): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, String(value))
  }
  return search.size === 0 ? '' : `?${search.toString()}`
}
