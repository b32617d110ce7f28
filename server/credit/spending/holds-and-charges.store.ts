import type { Query } from '../../db/sql.ts'
import type { Usage } from './spend.store.ts'

export interface Hold {
  id: string
  applicationId: string
  apiKeyId: string | null
  state: 'open' | 'captured' | 'released' | 'expired'
  amount: number
  /** What was charged at its end. */
  captured: number
  reason: string
  createdAt: Date
  expiresAt: Date
}

/** A charge as it was booked. */
export interface BookedCharge {
  id: string
  applicationId: string
  apiKeyId: string | null
  holdId: string | null
  amount: number
  /** The part that no lot could pay. */
  owed: number
  /** The part that was given back since. */
  reversed: number
  reason: string
  usage: Usage | null
  createdAt: Date
}

export interface Charge extends BookedCharge {
  /** Its entries in the ledger: so many from this position on. */
  position: number
  entries: number
}

export async function findHold(sql: Query, userId: string, id: string): Promise<Hold | null> {
  const [row] = await sql<Hold>`
    select id, application_id as "applicationId", api_key_id as "apiKeyId", state, amount, captured, reason,
      created_at as "createdAt", expires_at as "expiresAt"
    from credit_holds where user_id = ${userId} and id = ${id}`
  return row ?? null
}

export async function findCharge(sql: Query, userId: string, id: string): Promise<Charge | null> {
  const [row] = await sql<Charge>`
    select id, application_id as "applicationId", api_key_id as "apiKeyId", hold_id as "holdId", amount, owed,
      reversed, reason, usage, created_at as "createdAt", position, entries
    from credit_charges where user_id = ${userId} and id = ${id}`
  return row ?? null
}

/** Gives back all open holds of a user whose account is closed. */
export async function releaseAllHolds(tx: Query, userId: string, at: Date): Promise<void> {
  await tx`select from credit_accounts where user_id = ${userId} for no key update`
  await tx`
    with released as (
      update credit_holds set state = 'released', ended_at = ${at}
      where user_id = ${userId} and state = 'open' returning amount)
    update credit_accounts set held = held - (select coalesce(sum(amount), 0) from released)
    where user_id = ${userId} and held > 0`
}
