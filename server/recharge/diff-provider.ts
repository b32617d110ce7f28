import type { Deps } from '../deps.ts'

export interface Difference {
  kind:
    /** The provider has the money, our order is not paid. */
    | 'unpaid_here'
    /** Our order is paid, the provider knows of no such money. */
    | 'unpaid_there'
    /** The provider's intent says it is ours, and we have no such order. */
    | 'unknown_order'
    | 'amount'
    | 'refunded'
  intentId: string | null
  orderId: string | null
  orderNo: string | null
  /** What stands in our books and in the provider's: a state or an amount in minor units. */
  here: string
  there: string
}

export interface ProviderDiff {
  from: Date
  to: Date
  /** How many were compared. */
  intents: number
  orders: number
  differences: Difference[]
}

/** Compares the provider's intents of the last `hours` with our orders, both ways; changes nothing. */
export function diffProvider(
  _deps: Pick<Deps, 'sql' | 'now' | 'payments' | 'content'>,
  _window: { hours: number },
): Promise<ProviderDiff> {
  throw new Error('not built yet')
}
