/** A rule of the books that does not hold, and where. */
export interface LedgerFault {
  userId: string
  rule:
    | 'balance = sum of entries'
    | 'balance = sum of lots'
    | 'entries counted'
    | 'entries as they were proven before'
    | 'each entry follows the one before'
    | 'lot = sum of its entries'
    | 'a paid order is credited once'
    | 'a welcome is granted once'
    | 'no more is taken back than was given'
    | 'held = sum of open holds and reserves'
    | 'charge = sum of its entries'
    | 'reversed = sum of reversals'
    | 'charges = usage of the days'
  /** The entry, lot or reference it is about; null: the account. */
  subject: string | null
  expected: number
  found: number
}

/** Sums over the accounts, in units of credit. */
export interface Totals {
  balance: number
  held: number
  /** By applications, and given back by them. */
  charged: number
  reversed: number
  /** Given to new customers for nothing. */
  welcomed: number
}

export const NO_TOTALS: Totals = { balance: 0, held: 0, charged: 0, reversed: 0, welcomed: 0 }

export function addTotals(one: Totals, other: Totals): Totals {
  return {
    balance: one.balance + other.balance,
    held: one.held + other.held,
    charged: one.charged + other.charged,
    reversed: one.reversed + other.reversed,
    welcomed: one.welcomed + other.welcomed,
  }
}
