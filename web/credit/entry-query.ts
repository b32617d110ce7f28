import { creditEntryType, type CreditEntryType } from '#contract/shapes.ts'
import { href } from '../lib/href.ts'
import { type Query, readPageNumber } from '../lib/query.ts'

/** The filter of ledger entries in the address of the recharge centre. */
export interface EntryQuery {
  type: CreditEntryType | undefined
  page: number
}

/** Invalid values are ignored. */
export function entryQueryOf(query: Query): EntryQuery {
  return {
    type: creditEntryType.safeParse(query['type']).data,
    page: readPageNumber(query),
  }
}

/** The address of a filter; page 1 is left out. */
export function entriesHref({ type, page }: EntryQuery): string {
  return href('/account/recharge-center', { type, page: page === 1 ? undefined : page })
}
