import type { Query } from '../../db/sql.ts'
import type { Charge, Hold } from './holds-and-charges.store.ts'

interface Newest {
  userId: string
  limit: number
}

/** A user's holds, newest first. */
export async function listHoldsOf(sql: Query, { userId, limit }: Newest): Promise<Hold[]> {
  return sql<Hold>`
    select id, application_id as "applicationId", api_key_id as "apiKeyId", state, amount, captured, reason,
      created_at as "createdAt", expires_at as "expiresAt"
    from credit_holds where user_id = ${userId} order by id desc limit ${limit}`
}

/** A charge without its place in the ledger. */
export type BookedCharge = Omit<Charge, 'position' | 'entries'>

/** A user's charges, newest first. */
export async function listChargesOf(
  sql: Query,
  { userId, limit }: Newest,
): Promise<BookedCharge[]> {
  return sql<BookedCharge>`
    select id, application_id as "applicationId", api_key_id as "apiKeyId", hold_id as "holdId", amount, owed,
      reversed, reason, usage, created_at as "createdAt"
    from credit_charges where user_id = ${userId} order by position desc limit ${limit}`
}

/** How many holds and charges a user has. */
export async function countSpending(
  sql: Query,
  userId: string,
): Promise<{ holds: number; charges: number }> {
  const [row] = await sql<{ holds: number; charges: number }>`
    select (select count(*) from credit_holds where user_id = ${userId}) as holds,
      (select count(*) from credit_charges where user_id = ${userId}) as charges`
  return row!
}
