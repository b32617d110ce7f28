import { useLocation } from '../lib/router/contexts.ts'
import { entryOf, type RouteEntry } from '../routes.ts'

/** The route table's entry of the page shown. */
export function useEntry(): RouteEntry {
  return entryOf(useLocation().pathname)
}
