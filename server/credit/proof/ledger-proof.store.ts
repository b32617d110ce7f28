import type { CreditEntryType } from '#contract/shapes.ts'
import { readCursor } from '../../db/reads.ts'
import type { Query } from '../../db/sql.ts'
import type { Checkpoint } from './checkpoints.store.ts'

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

/** A stored checkpoint, and whether the books are read from there or from the first entry. */
export type StoredCheckpoint = Checkpoint & { isStart: boolean }

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
  /** What its charge says was given back, and the sum of the charge's reversals. */
  reversed: number
  givenBack: number
  position: number
  entries: number
}

export interface BookedSums {
  userId: string
  /** What open holds and reserves hold. */
  held: number
  /** What the days say was spent. */
  charged: number
  reversed: number
}

/** Credit that a new customer was given. */
export interface BookedWelcome {
  userId: string
  amount: number
}

export interface BookedLot {
  id: string
  userId: string
  remaining: number
}

/** Read in pages, so that neither a statement nor the memory holds a whole history. */
export interface Books {
  accounts: BookedAccount[]
  checkpoints: StoredCheckpoint[]
  /** After the checkpoints; by user, in the order of their positions. */
  entries: AsyncGenerator<BookedEntry>
  /** Those with credit or debt. */
  lots: AsyncGenerator<BookedLot>
  /** After the checkpoints; by user, in the order of their positions. */
  spendings: AsyncGenerator<BookedSpending>
  sums: BookedSums[]
  welcomes: BookedWelcome[]
}

/**
 * The books of these users at one moment: of a user whose checkpoint was made of a full reading after
 * `fullBefore` what came since, of all others everything. It has to be the transaction's first statement.
 */
export async function openBooks(
  tx: Query,
  { first, last }: UserRange,
  fullBefore: Date,
): Promise<Books> {
  await tx`set transaction isolation level repeatable read, read only`
  const accounts = await tx<BookedAccount>`
    select user_id as "userId", balance, held, entries from credit_accounts
    where user_id between ${first} and ${last}`
  const checkpoints = await tx<StoredCheckpoint>`
    select user_id as "userId", position, balance, hash, charged, reversed, lots, grants,
      read_in_full_at as "readInFullAt", read_in_full_at > ${fullBefore} as "isStart"
    from credit_checkpoints where user_id between ${first} and ${last}`
  // Each user's rows come from a sub-select of their own, so that an index gives their order and no statement
  // sorts a long history.
  await tx`
    declare entries no scroll cursor for
    select entry.* from credit_proof_starts(${first}, ${last}, ${fullBefore}) users cross join lateral (
      select id, user_id as "userId", position, type, delta, balance_after as "balanceAfter",
        lot_id as "lotId", order_id as reference, charge_id as "chargeId"
      from credit_ledger where user_id = users.user_id and position > users.start order by position) entry`
  await tx`
    declare lots no scroll cursor for
    select id, user_id as "userId", remaining from credit_lots
    where user_id between ${first} and ${last} and not is_empty`
  await tx`
    declare spendings no scroll cursor for
    select spending.id, spending.user_id as "userId", charge_id as "chargeId", delta, reversed,
      case when reversed > 0 or delta > 0 then (
        select coalesce(sum(amount), 0)::bigint from credit_reversals reversal
        where reversal.user_id = spending.user_id and reversal.charge_id = spending.charge_id
      ) else 0 end as "givenBack", position, entries
    from credit_proof_starts(${first}, ${last}, ${fullBefore}) users cross join lateral (
      select id, user_id, id as charge_id, -amount as delta, reversed, position, entries
      from credit_charges where user_id = users.user_id and position > users.start
      union all
      select id, user_id, charge_id, amount, (
        select reversed from credit_charges charge
        where charge.user_id = reversal.user_id and charge.id = charge_id), position, entries
      from credit_reversals reversal where user_id = users.user_id and position > users.start
      order by position) spending`
  const sums = await tx<BookedSums>`
    select user_id as "userId", sum(held)::bigint as held, sum(charged)::bigint as charged,
      sum(reversed)::bigint as reversed
    from (
      select user_id, amount as held, 0 as charged, 0 as reversed from credit_holds
      where user_id between ${first} and ${last} and state = 'open'
      union all
      select user_id, amount, 0, 0 from credit_reserves where user_id between ${first} and ${last}
      union all
      select user_id, 0, charged, reversed from credit_usage_days
      where user_id between ${first} and ${last}
    ) part group by user_id`
  const welcomes = await tx<BookedWelcome>`
    select user_id as "userId", amount from welcome_grants where user_id between ${first} and ${last}`
  return {
    accounts,
    checkpoints,
    entries: readCursor(() => tx<BookedEntry>`fetch 2000 from entries`),
    lots: readCursor(() => tx<BookedLot>`fetch 2000 from lots`),
    spendings: readCursor(() => tx<BookedSpending>`fetch 2000 from spendings`),
    sums,
    welcomes,
  }
}
