import { uuidv7 } from '../db/ids.ts'
import { isForeignKeyViolation, json, type Query } from '../db/sql.ts'
import { AppError } from '../http/app-error.ts'
import { expire, type Lot, openPurse, type Purse } from './lots.ts'

/** A purse whose account row is held until the transaction ends. */
export interface HeldPurse extends Purse {
  userId: string
  balance: number
  /** How many entries the account has. */
  count: number
}

/**
 * Holds a user's account and reads its lots, with these `also` that may be empty. Lots whose time is over
 * are emptied on the way. Throws NOT_FOUND when there is no such user.
 */
export async function holdPurse(
  tx: Query,
  userId: string,
  { at, also = [] }: { at: Date; also?: readonly string[] },
): Promise<HeldPurse> {
  const account = (await lockAccount(tx, userId)) ?? (await addAccount(tx, userId))
  const lots = await tx<Lot>`
    select id, kind, order_id as "orderId", granted, remaining, expires_at as "expiresAt",
      created_at as "createdAt"
    from credit_lots
    where user_id = ${userId} and (remaining <> 0 or kind = 'debt' or id = any(${also}::uuid[]))
    order by id`
  const purse: HeldPurse = { ...openPurse(lots), ...account, userId }
  expire(purse, at)
  await savePurse(tx, purse, at)
  return purse
}

type Account = Pick<HeldPurse, 'balance' | 'count'>

async function lockAccount(tx: Query, userId: string): Promise<Account | undefined> {
  const [account] = await tx<Account>`
    select balance, entries as count from credit_accounts where user_id = ${userId} for no key update`
  return account
}

async function addAccount(tx: Query, userId: string): Promise<Account> {
  try {
    await tx`insert into credit_accounts (user_id) values (${userId}) on conflict do nothing`
  } catch (error) {
    if (isForeignKeyViolation(error, 'credit_accounts_user_id_fkey'))
      throw new AppError('NOT_FOUND')
    throw error
  }
  return (await lockAccount(tx, userId))!
}

/** Writes what has happened to the purse: entries, lots and balance move together or not at all. */
export async function savePurse(tx: Query, purse: HeldPurse, at: Date): Promise<void> {
  const { userId, newLots, extended, entries } = purse
  for (const { id, kind, orderId, granted, expiresAt, createdAt } of newLots) {
    await tx`
      insert into credit_lots (id, user_id, order_id, kind, granted, remaining, expires_at, created_at)
      values (${id}, ${userId}, ${orderId}, ${kind}, ${granted}, 0, ${expiresAt}, ${createdAt})`
  }
  for (const { id, expiresAt } of extended) {
    await tx`update credit_lots set expires_at = ${expiresAt} where id = ${id}`
  }
  if (entries.length > 0) await post(tx, purse, at)
  purse.newLots = []
  purse.extended = []
  purse.entries = []
}

async function post(tx: Query, purse: HeldPurse, at: Date): Promise<void> {
  const rows = purse.entries.map((entry) => {
    purse.balance += entry.delta
    purse.count += 1
    return { ...entry, id: uuidv7(), position: purse.count, balanceAfter: purse.balance }
  })
  await tx`
    with entry as (
      select * from jsonb_to_recordset(${json(rows)}::jsonb) as (
        id uuid, position bigint, type text, delta bigint, "balanceAfter" bigint, "lotId" uuid,
        "orderId" uuid, key text, actor text, reason text)
    ), lots as (
      update credit_lots lot set remaining = lot.remaining + moved.delta
      from (select "lotId", sum(delta)::bigint as delta from entry group by "lotId") moved
      where lot.id = moved."lotId" and lot.user_id = ${purse.userId}
    ), account as (
      update credit_accounts set balance = ${purse.balance}, entries = ${purse.count}
      where user_id = ${purse.userId}
    )
    insert into credit_ledger (id, user_id, position, type, delta, balance_after, lot_id, order_id,
      idempotency_key, actor, reason, created_at)
    select id, ${purse.userId}, position, type, delta, "balanceAfter", "lotId", "orderId", key, actor,
      reason, ${at}
    from entry`
}
