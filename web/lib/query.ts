import type { SitePath } from '#contract/addresses.ts'

/** The query string as pages receive it; of a repeated name the last counts. */
export type Query = Readonly<Record<string, string | undefined>>

export function queryOf(search: string): Query {
  return Object.fromEntries(new URLSearchParams(search))
}

/** The number of a page in a list; 1 when the query names none or no valid one. */
export function readPageNumber(query: Query): number {
  const page = Number(query['page'])
  return Number.isSafeInteger(page) && page > 0 ? page : 1
}

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
