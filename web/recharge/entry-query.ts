import { creditEntryType, type CreditEntryType } from '#contract/shapes.ts'
import { href } from '../lib/href.ts'
import type { Query } from '../lib/query.ts'

/** What the address of the recharge centre chooses among the movements of credit. */
export interface EntryQuery {
  type: CreditEntryType | undefined
  page: number
}

/** What makes no sense in an address counts as not there. */
export function entryQueryOf(query: Query): EntryQuery {
  const page = Number(query['page'])
  return {
    type: creditEntryType.safeParse(query['type']).data,
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  }
}

/** The address of a choice; the first page goes without saying. */
export function entriesHref({ type, page }: EntryQuery): string {
  return href('/account/recharge-center', { type, page: page === 1 ? undefined : page })
}
