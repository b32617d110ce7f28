import type { CreditEntryType } from '#contract/shapes.ts'
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

/** Users that follow each other in the order of their ids. */
export interface Users {
  first: string
  last: string
}

export interface BookedAccount {
  userId: string
  balance: number
  /** How many it says there are. */
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
  orderId: string | null
}

export interface BookedLot {
  id: string
  userId: string
  remaining: number
}

export interface BookedOrder {
  id: string
  userId: string
  /** The credit that it has to have brought: none before it is paid. */
  due: number
}

/** Reads page by page, so that neither a statement nor the memory holds a whole history. */
export interface Books {
  accounts: BookedAccount[]
  /** By user, in the order of their positions. */
  entries: AsyncGenerator<BookedEntry>
  lots: AsyncGenerator<BookedLot>
  orders: AsyncGenerator<BookedOrder>
}

/** The books of these users as they are at one moment; to be read within the transaction, before any other statement. */
export async function openBooks(tx: Query, { first, last }: Users): Promise<Books> {
  await tx`set transaction isolation level repeatable read, read only`
  const accounts = await tx<BookedAccount>`
    select user_id as "userId", balance, entries from credit_accounts
    where user_id between ${first} and ${last}`
  await tx`
    declare entries no scroll cursor for
    select id, user_id as "userId", position, type, delta, balance_after as "balanceAfter",
      lot_id as "lotId", order_id as "orderId"
    from credit_ledger where user_id between ${first} and ${last} order by user_id, position`
  await tx`
    declare lots no scroll cursor for
    select id, user_id as "userId", remaining from credit_lots
    where user_id between ${first} and ${last}`
  await tx`
    declare placed no scroll cursor for
    select id, user_id as "userId", case when paid_at is null then 0 else credit + bonus_credit end as due
    from orders where user_id between ${first} and ${last}`
  return {
    accounts,
    entries: rowsOf(() => tx<BookedEntry>`fetch 2000 from entries`),
    lots: rowsOf(() => tx<BookedLot>`fetch 2000 from lots`),
    orders: rowsOf(() => tx<BookedOrder>`fetch 2000 from placed`),
  }
}

async function* rowsOf<Row>(fetch: () => Promise<Row[]>): AsyncGenerator<Row> {
  for (;;) {
    const rows = await fetch()
    if (rows.length === 0) return
    yield* rows
  }
}
