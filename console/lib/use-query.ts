import { useLocation } from '#web/lib/router/contexts.ts'
import { type Query, queryOf } from '#web/lib/query.ts'

/** The query of the page shown. */
export function useQuery(): Query {
  return queryOf(useLocation().search)
}
