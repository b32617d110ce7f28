import { uuidv7 } from '../db/ids.ts'
import { isForeignKeyViolation, json, type Query } from '../db/sql.ts'
import { AppError } from '../http/app-error.ts'
import { listLots } from './account-preview.store.ts'
import { type CreditAccount, openCreditAccount } from './lots.ts'
import { expireLots } from './expire-lots.ts'

/** A credit account whose row is locked until the transaction ends. */
export interface LockedAccount extends CreditAccount {
  userId: string
  balance: number
  /** Reserved by open holds and refunds. */
  held: number
  /** How many ledger entries the account has. */
  entryCount: number
}

/**
 * Locks a user's credit account and reads its lots: those with credit, and those of `lotIds` even when
 * empty. Expires ended holds and lots on the way. Throws NOT_FOUND when there is no such user.
 */
export async function lockAccount(
  tx: Query,
  userId: string,
  { at, lotIds = [] }: { at: Date; lotIds?: readonly string[] },
): Promise<LockedAccount> {
  const row = (await lockRow(tx, userId)) ?? (await addRow(tx, userId))
  if (row.held > 0) row.held -= await expireHolds(tx, userId, at)
  const lots = await listLots(tx, userId, lotIds)
  const account: LockedAccount = { ...openCreditAccount(lots), ...row, userId }
  expireLots(account, { at, held: row.held })
  await saveAccount(tx, account, at)
  return account
}

/** Ends the open holds of a locked account that have expired; returns what they had reserved. */
export async function expireHolds(tx: Query, userId: string, at: Date): Promise<number> {
  const [ended] = await tx<{ freed: number }>`
    select credit_expire_holds(${userId}, ${at}) as freed`
  return ended!.freed
}

type AccountRow = Pick<LockedAccount, 'balance' | 'held' | 'entryCount'>

async function lockRow(tx: Query, userId: string): Promise<AccountRow | undefined> {
  const [row] = await tx<AccountRow>`
    select balance, held, entries as "entryCount" from credit_accounts
    where user_id = ${userId} for no key update`
  return row
}

async function addRow(tx: Query, userId: string): Promise<AccountRow> {
  try {
    await tx`insert into credit_accounts (user_id) values (${userId}) on conflict do nothing`
  } catch (error) {
    if (isForeignKeyViolation(error, 'credit_accounts_user_id_fkey'))
      throw new AppError('NOT_FOUND')
    throw error
  }
  return (await lockRow(tx, userId))!
}

/** Stores what has changed in a locked account: entries, lots and balance together. */
export async function saveAccount(tx: Query, account: LockedAccount, at: Date): Promise<void> {
  const { userId, newLots, newEntries } = account
  for (const { id, kind, reference, granted, expiresAt, createdAt } of newLots) {
    await tx`
      insert into credit_lots (id, user_id, order_id, kind, granted, remaining, expires_at, created_at)
      values (${id}, ${userId}, ${reference}, ${kind}, ${granted}, 0, ${expiresAt}, ${createdAt})`
  }
  if (newEntries.length > 0) await addEntries(tx, account, at)
  account.newLots = []
  account.newEntries = []
}

async function addEntries(tx: Query, account: LockedAccount, at: Date): Promise<void> {
  const rows = account.newEntries.map((entry) => {
    account.balance += entry.delta
    account.entryCount += 1
    const { balance: balanceAfter, entryCount: position } = account
    return { ...entry, id: uuidv7(), position, balanceAfter }
  })
  await tx`
    with entry as (
      select * from jsonb_to_recordset(${json(rows)}::jsonb) as (
        id uuid, position bigint, type text, delta bigint, "balanceAfter" bigint, "lotId" uuid,
        reference uuid, key text, actor text, reason text, "chargeId" uuid)
    ), lots as (
      update credit_lots lot set remaining = lot.remaining + moved.delta
      from (select "lotId", sum(delta)::bigint as delta from entry group by "lotId") moved
      where lot.id = moved."lotId" and lot.user_id = ${account.userId}
    ), account as (
      update credit_accounts set balance = ${account.balance}, entries = ${account.entryCount}
      where user_id = ${account.userId}
    )
    insert into credit_ledger (id, user_id, position, type, delta, balance_after, lot_id, order_id,
      idempotency_key, actor, reason, created_at, charge_id)
    select id, ${account.userId}, position, type, delta, "balanceAfter", "lotId", reference, key, actor,
      reason, ${at}, "chargeId"
    from entry`
}
