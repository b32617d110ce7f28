/** The query string as pages receive it; of a repeated name the last counts. */
export type Query = Readonly<Record<string, string | undefined>>

export function queryOf(search: string): Query {
  return Object.fromEntries(new URLSearchParams(search))
}
