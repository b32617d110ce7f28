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
