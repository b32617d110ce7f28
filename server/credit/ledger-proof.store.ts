import type { CreditEntryType } from '#contract/shapes.ts'
import { readCursor } from '../db/read-cursor.ts'
import type { Query } from '../db/sql.ts'

/** The next users in the order of their ids. */
export async function listUsersAfter(
  sql: Query,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const rows = await sql<{ id: string }>`
    select id from users where id > coalesce(${after}::uuid, '00000000-0000-0000-0000-000000000000')
    order by id limit ${limit}`
  return rows.map(({ id }) => id)
}

/** Users whose ids lie between these two, both included. */
export interface UserRange {
  first: string
  last: string
}

export interface BookedAccount {
  userId: string
  balance: number
  held: number
  /** How many entries the account says it has. */
  entries: number
}

export interface BookedEntry {
  id: string
  userId: string
  position: number
  type: CreditEntryType
  delta: number
  balanceAfter: number
  lotId: string | null
  reference: string | null
  /** Of the charge that it spends for or gives back. */
  chargeId: string | null
}

/** A charge, or a reversal of one, with its place in the ledger. */
export interface BookedSpending {
  id: string
  userId: string
  chargeId: string
  /** Negative for a charge. */
  delta: number
  /** Of a charge: what reversals gave back; 0 for a reversal. */
  reversed: number
  position: number
  entries: number
}

/** What a user's open holds reserve, and what the days say was spent. */
export interface BookedSums {
  userId: string
  held: number
  charged: number
  reversed: number
}

export interface BookedLot {
  id: string
  userId: string
  remaining: number
}

/** Read in pages, so that neither a statement nor the memory holds a whole history. */
export interface Books {
  accounts: BookedAccount[]
  /** By user, in the order of their positions. */
  entries: AsyncGenerator<BookedEntry>
  lots: AsyncGenerator<BookedLot>
  /** By user, in the order of their positions. */
  spendings: AsyncGenerator<BookedSpending>
  sums: BookedSums[]
}

/** The books of these users at one moment. It has to be the transaction's first statement. */
export async function openBooks(tx: Query, { first, last }: UserRange): Promise<Books> {
  await tx`set transaction isolation level repeatable read, read only`
  const accounts = await tx<BookedAccount>`
    select user_id as "userId", balance, held, entries from credit_accounts
    where user_id between ${first} and ${last}`
  await tx`
    declare entries no scroll cursor for
    select id, user_id as "userId", position, type, delta, balance_after as "balanceAfter",
      lot_id as "lotId", order_id as reference, charge_id as "chargeId"
    from credit_ledger where user_id between ${first} and ${last} order by user_id, position`
  await tx`
    declare lots no scroll cursor for
    select id, user_id as "userId", remaining from credit_lots
    where user_id between ${first} and ${last}`
  await tx`
    declare spendings no scroll cursor for
    select id, user_id as "userId", id as "chargeId", -amount as delta, reversed, position, entries
    from credit_charges where user_id between ${first} and ${last}
    union all
    select id, user_id, charge_id, amount, 0, position, entries
    from credit_reversals where user_id between ${first} and ${last}
    order by "userId", position`
  const sums = await tx<BookedSums>`
    select user_id as "userId", sum(held)::bigint as held, sum(charged)::bigint as charged,
      sum(reversed)::bigint as reversed
    from (
      select user_id, amount as held, 0 as charged, 0 as reversed from credit_holds
      where user_id between ${first} and ${last} and state = 'open'
      union all
      select user_id, 0, charged, reversed from credit_usage_days
      where user_id between ${first} and ${last}
    ) part group by user_id`
  return {
    accounts,
    entries: readCursor(() => tx<BookedEntry>`fetch 2000 from entries`),
    lots: readCursor(() => tx<BookedLot>`fetch 2000 from lots`),
    spendings: readCursor(() => tx<BookedSpending>`fetch 2000 from spendings`),
    sums,
  }
}
