import type { Query } from '../db/sql.ts'
import type { LockedAccount } from './credit-accounts.store.ts'

/**
 * Reserves credit of a locked account beside its holds, for what is under way under this reference; no more than is
 * available and may not be captured late. What it is for deletes the reserve at its end.
 */
export async function reserveCredit(
  tx: Query,
  account: LockedAccount,
  { reference, amount, at }: { reference: string; amount: number; at: Date },
): Promise<void> {
  const late = await readLateHolds(tx, account.userId, at)
  const most = Math.min(amount, account.balance - account.held - late)
  if (most <= 0) return
  await tx`
    insert into credit_reserves (user_id, reference, amount)
    values (${account.userId}, ${reference}, ${most})`
  account.held += most
}

/** What is reserved under this reference; 0 when nothing is. */
export async function readReserve(sql: Query, userId: string, reference: string): Promise<number> {
  const [row] = await sql<{ amount: number }>`
    select amount from credit_reserves where user_id = ${userId} and reference = ${reference}`
  return row?.amount ?? 0
}

/** What may still be captured of holds that have expired. */
export async function readLateHolds(sql: Query, userId: string, at: Date): Promise<number> {
  const [row] = await sql<{ late: number }>`
    select credit_late_holds(${userId}, ${at}) as late`
  return row!.late
}
