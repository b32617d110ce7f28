import { readCursor } from '../../db/reads.ts'
import { fragment, type Query } from '../../db/sql.ts'
import type { Charge } from './holds-and-charges.store.ts'

export interface ListedCharge extends Charge {
  userId: string
}

const columns = fragment`user_id as "userId", id, application_id as "applicationId", api_key_id as "apiKeyId",
  hold_id as "holdId", amount, owed, reversed, reason, usage, created_at as "createdAt", position, entries`

/** An application's charges of one user, newest first, below a position in the user's ledger. */
export async function listChargesOfUser(
  sql: Query,
  { userId, applicationId }: { userId: string; applicationId: string },
  { before, limit }: { before: number; limit: number },
): Promise<ListedCharge[]> {
  return sql<ListedCharge>`
    select ${columns} from credit_charges
    where user_id = ${userId} and application_id = ${applicationId} and position < ${before}
    order by position desc limit ${limit}`
}

/** A day of a time zone: from its first moment to that of the next day. */
export async function readDay(
  sql: Query,
  day: string,
  timeZone: string,
): Promise<{ start: Date; end: Date }> {
  const [row] = await sql<{ start: Date; end: Date }>`
    select ${day}::date::timestamp at time zone ${timeZone} as start,
      (${day}::date + 1)::timestamp at time zone ${timeZone} as end`
  return row!
}

/** An application's charges before `end`, oldest first, after a time and id. */
export async function listChargesBetween(
  sql: Query,
  applicationId: string,
  { after, end, limit }: { after: { createdAt: Date; id: string }; end: Date; limit: number },
): Promise<ListedCharge[]> {
  return sql<ListedCharge>`
    select ${columns} from credit_charges
    where application_id = ${applicationId} and created_at < ${end}
      and (created_at, id) > (${after.createdAt}, ${after.id}::uuid)
    order by created_at, id limit ${limit}`
}

/** A charge with its user, or a reversal with its charge. */
export interface BookedMovement {
  id: string
  of: string
  amount: number
}

/** An application's movements of a day at one moment, in order of their ids. */
export interface DayBooks {
  charges: AsyncGenerator<BookedMovement>
  reversals: AsyncGenerator<BookedMovement>
}

/** Has to be the transaction's first statement. Reads by cursors: a day may have millions of charges. */
export async function openDayBooks(
  tx: Query,
  applicationId: string,
  { start, end }: { start: Date; end: Date },
): Promise<DayBooks> {
  await tx`set transaction isolation level repeatable read, read only`
  await tx`
    declare charges no scroll cursor for
    select id, user_id as "of", amount from credit_charges
    where application_id = ${applicationId} and created_at >= ${start} and created_at < ${end} order by id`
  await tx`
    declare reversals no scroll cursor for
    select id, charge_id as "of", amount from credit_reversals
    where application_id = ${applicationId} and created_at >= ${start} and created_at < ${end} order by id`
  return {
    charges: readCursor(() => tx<BookedMovement>`fetch 5000 from charges`),
    reversals: readCursor(() => tx<BookedMovement>`fetch 5000 from reversals`),
  }
}
